"""Elements of SVG and HTML: what others wrote never becomes markup."""

from xml.etree import ElementTree

from hypothesis import given
from hypothesis import strategies as st

from referee.drawing.markup import Markup, block, element, lines, text


def test_elements_hold_texts_elements_and_attributes():
    assert element("rect", x=1, stroke_width="2") == '<rect x="1" stroke-width="2"/>'
    assert element("td", "") == "<td></td>"
    assert element("text", "a<b", class_="tick") == '<text class="tick">a&lt;b</text>'
    assert element("g", element("circle", r=2), Markup("<br>")) == '<g><circle r="2"/><br></g>'
    assert element("a", "x", href=None) == "<a>x</a>"
    assert block("ul", element("li", 1), element("li", 2)) == "<ul>\n<li>1</li>\n<li>2</li>\n</ul>"
    assert lines("a", Markup("<b>")) == "a\n<b>"


def test_control_characters_are_spelt_and_blanks_that_do_not_break_are_kept():
    assert text("a\x1b\N{NO-BREAK SPACE}b") == "a\\x1b\N{NO-BREAK SPACE}b"


@given(words=st.text(), name=st.text())
def test_whatever_a_text_holds_an_element_is_well_formed_and_shows_just_that(words, name):
    found = ElementTree.fromstring(element("g", words, id=name))
    assert len(found) == 0
    assert (found.text or "") == text(words).replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace(
        "&#x27;", "'"
    ).replace("&amp;", "&")
    assert text(found.get("id")) == text(name)

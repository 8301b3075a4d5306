"""Words that a person has for a name with options, as `sf` for `uci:command=stockfish`."""

from collections.abc import Callable, Mapping

from games.base.notation import fold


class PersonalWords:
    """A catalogue that takes such words. They are read when a word is met that nothing else has.

    presets, names  of the catalogue: what each word stands for, its options and its name, by its folded form.
    """

    presets: dict[str, str]
    names: dict[str, str]

    def __init__(self) -> None:
        self.own_words: dict[str, str] = {}  # of a person, as they were written
        self.offered: Callable[[], Mapping[str, tuple[str, str]]] | None = None  # what reads them, until it was called

    def find(self, spec: str) -> str | None:
        """The canonical name of what the spec names, without its options; None if nothing has that name."""
        raise NotImplementedError

    def offer_words(self, read: Callable[[], Mapping[str, tuple[str, str]]]) -> None:
        """Let words of a person stand for a name with options, each for the pair of both, and no more those of before.

        read  returns them. It is called when a word is met that nothing else has; it may raise SpecError.
        """
        for word in self.own_words:
            del self.presets[word], self.names[word]
        self.own_words.clear()
        self.offered = read

    def called(self) -> Mapping[str, str]:
        """The words of a person that stand for something here, as they were written, by their folded forms."""
        if self.offered is not None:
            found, self.offered = self.offered(), None
            for word, (name, options) in found.items():
                self.presets[fold(word)], self.names[fold(word)], self.own_words[fold(word)] = options, name, word
        return self.own_words

    def spell_out(self, spec: str) -> str:
        """The spec without a person's own word, `uci:command=stockfish` for `sf`: so it means the same everywhere."""
        word, _, behind = spec.partition(":")
        if self.find(spec) is None or fold(word) not in self.own_words:
            return spec
        return f"{self.names[fold(word)]}:{','.join(filter(None, (self.presets[fold(word)], behind)))}"

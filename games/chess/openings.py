"""The names of well-known openings of chess, as in D. Hooper and K. Whyld, "The Oxford Companion to Chess", 1992."""

from functools import cache

OPENINGS = {
    "King's Pawn": "e4",
    "Open Game": "e4 e5",
    "King's Gambit": "e4 e5 f4",
    "King's Gambit Accepted": "e4 e5 f4 exf4",
    "Falkbeer Counter-Gambit": "e4 e5 f4 d5",
    "Vienna Game": "e4 e5 Nc3",
    "Bishop's Opening": "e4 e5 Bc4",
    "Centre Game": "e4 e5 d4 exd4 Qxd4",
    "Danish Gambit": "e4 e5 d4 exd4 c3",
    "Petroff Defence": "e4 e5 Nf3 Nf6",
    "Philidor Defence": "e4 e5 Nf3 d6",
    "Latvian Gambit": "e4 e5 Nf3 f5",
    "Scotch Game": "e4 e5 Nf3 Nc6 d4",
    "Scotch Gambit": "e4 e5 Nf3 Nc6 d4 exd4 Bc4",
    "Ponziani Opening": "e4 e5 Nf3 Nc6 c3",
    "Three Knights Game": "e4 e5 Nf3 Nc6 Nc3",
    "Four Knights Game": "e4 e5 Nf3 Nc6 Nc3 Nf6",
    "Italian Game": "e4 e5 Nf3 Nc6 Bc4",
    "Giuoco Piano": "e4 e5 Nf3 Nc6 Bc4 Bc5",
    "Evans Gambit": "e4 e5 Nf3 Nc6 Bc4 Bc5 b4",
    "Two Knights Defence": "e4 e5 Nf3 Nc6 Bc4 Nf6",
    "Hungarian Defence": "e4 e5 Nf3 Nc6 Bc4 Be7",
    "Ruy Lopez": "e4 e5 Nf3 Nc6 Bb5",
    "Ruy Lopez, Morphy Defence": "e4 e5 Nf3 Nc6 Bb5 a6",
    "Ruy Lopez, Berlin Defence": "e4 e5 Nf3 Nc6 Bb5 Nf6",
    "Ruy Lopez, Exchange Variation": "e4 e5 Nf3 Nc6 Bb5 a6 Bxc6",
    "Ruy Lopez, Open Defence": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Nxe4",
    "Ruy Lopez, Closed Defence": "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7",
    "Sicilian Defence": "e4 c5",
    "Sicilian Defence, Alapin Variation": "e4 c5 c3",
    "Sicilian Defence, Closed Variation": "e4 c5 Nc3",
    "Smith-Morra Gambit": "e4 c5 d4 cxd4 c3",
    "Sicilian Defence, Najdorf Variation": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 a6",
    "Sicilian Defence, Dragon Variation": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 g6",
    "Sicilian Defence, Scheveningen Variation": "e4 c5 Nf3 d6 d4 cxd4 Nxd4 Nf6 Nc3 e6",
    "Sicilian Defence, Sveshnikov Variation": "e4 c5 Nf3 Nc6 d4 cxd4 Nxd4 Nf6 Nc3 e5",
    "French Defence": "e4 e6",
    "French Defence, Winawer Variation": "e4 e6 d4 d5 Nc3 Bb4",
    "French Defence, Advance Variation": "e4 e6 d4 d5 e5",
    "Caro-Kann Defence": "e4 c6",
    "Pirc Defence": "e4 d6 d4 Nf6 Nc3 g6",
    "Modern Defence": "e4 g6",
    "Scandinavian Defence": "e4 d5",
    "Alekhine Defence": "e4 Nf6",
    "Queen's Pawn": "d4",
    "Closed Game": "d4 d5",
    "Queen's Gambit": "d4 d5 c4",
    "Queen's Gambit Accepted": "d4 d5 c4 dxc4",
    "Queen's Gambit Declined": "d4 d5 c4 e6",
    "Slav Defence": "d4 d5 c4 c6",
    "Semi-Slav Defence": "d4 d5 c4 c6 Nf3 Nf6 Nc3 e6",
    "Albin Counter-Gambit": "d4 d5 c4 e5",
    "Tarrasch Defence": "d4 d5 c4 e6 Nc3 c5",
    "London System": "d4 d5 Nf3 Nf6 Bf4",
    "Indian Defence": "d4 Nf6",
    "Nimzo-Indian Defence": "d4 Nf6 c4 e6 Nc3 Bb4",
    "Queen's Indian Defence": "d4 Nf6 c4 e6 Nf3 b6",
    "Bogo-Indian Defence": "d4 Nf6 c4 e6 Nf3 Bb4+",
    "Catalan Opening": "d4 Nf6 c4 e6 g3",
    "King's Indian Defence": "d4 Nf6 c4 g6 Nc3 Bg7",
    "Gruenfeld Defence": "d4 Nf6 c4 g6 Nc3 d5",
    "Modern Benoni": "d4 Nf6 c4 c5 d5 e6",
    "Benko Gambit": "d4 Nf6 c4 c5 d5 b5",
    "Budapest Gambit": "d4 Nf6 c4 e5",
    "Dutch Defence": "d4 f5",
    "Trompowsky Attack": "d4 Nf6 Bg5",
    "English Opening": "c4",
    "Reti Opening": "Nf3",
    "King's Indian Attack": "Nf3 d5 g3",
    "Bird Opening": "f4",
    "Larsen Opening": "b3",
    "Polish Opening": "b4",
    "Grob Opening": "g4",
}


@cache
def openings_by_key() -> dict[int, str]:
    """Return the name of the opening of each position of OPENINGS, by its board_key."""
    from games import load

    return {load("chess", texts.split()).board_key(): name for name, texts in OPENINGS.items()}


def opening_of(key: int) -> str:
    """Return the name of the opening that leads to the position with this board_key, or ""."""
    return openings_by_key().get(key, "")

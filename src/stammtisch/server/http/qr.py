"""Links as pictures, to be held before another device's camera."""

from __future__ import annotations

from io import BytesIO

import segno


def drawn(text: str) -> str:
    """A QR code as SVG, to be put into a page or sent as a file."""
    picture = BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
    return picture.getvalue().decode()

"""Links as QR codes, to be scanned with another device."""

from __future__ import annotations

from io import BytesIO

import segno


def svg(text: str) -> str:
    """The QR code of a text."""
    picture = BytesIO()
    segno.make(text, micro=False).save(picture, kind="svg", border=2, scale=8, xmldecl=False)
    return picture.getvalue().decode()

"""What is a URI: RFC 2396 with the additions of `java.net.URI`, as far as the characters and their places go."""

from __future__ import annotations

import re

_OTHER = r"\u00a1-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ud7ff\ue000-\U0010ffff"
_ESCAPED = r"%[0-9A-Fa-f]{2}"
_UNRESERVED = r"A-Za-z0-9\-_.!~*'()" + _OTHER
_PATH = rf"(?:[{_UNRESERVED}:@&=+$,;/]|{_ESCAPED})*"
_QUERY = rf"(?:[{_UNRESERVED};/?:@&=+$,\[\]]|{_ESCAPED})*"
_AUTHORITY = rf"(?:[{_UNRESERVED}$,;:@&=+\[\]]|{_ESCAPED})*"
_SCHEME = r"[A-Za-z][A-Za-z0-9+\-.]*"
_OPAQUE_FIRST = rf"(?:[{_UNRESERVED};?:@&=+$,\[\]]|{_ESCAPED})"
_RELATIVE_FIRST = rf"(?:[{_UNRESERVED}@&=+$,;]|{_ESCAPED})+"

_HIERARCHICAL = rf"(?://{_AUTHORITY}(?:/{_PATH})?|/(?!/){_PATH})(?:\?{_QUERY})?"
_URI = re.compile(
    rf"(?:{_SCHEME}:(?:{_HIERARCHICAL}|{_OPAQUE_FIRST}{_QUERY})"
    rf"|{_HIERARCHICAL}|{_RELATIVE_FIRST}(?:/{_PATH})?(?:\?{_QUERY})?|(?:\?{_QUERY})?)(?:#{_QUERY})?"
)


def is_uri(text: str) -> bool:
    """Whether the text is an absolute or relative URI."""
    return _URI.fullmatch(text) is not None

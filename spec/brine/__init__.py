"""A reader of the Brine codec's format 1, written from docs/spec/codec-format.md alone."""

from .canonical import canonical
from .envelopes import decode_bare, decode_compressed, decode_standalone, decode_tagged
from .errors import FormatError, Unsupported
from .json_form import to_json
from .limits import Limits
from .options import CustomCodec, Options
from .schema_reader import read_schema
from .schema_text import show_schema
from .schema_writer import fingerprint, write_schema
from .containers import read_container

__all__ = [
    "CustomCodec", "FormatError", "Limits", "Options", "Unsupported", "canonical", "decode_bare", "decode_compressed",
    "decode_standalone", "decode_tagged", "fingerprint", "read_schema", "read_container", "show_schema", "to_json",
    "write_schema",
]

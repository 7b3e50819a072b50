"""What a reader works out about a schema before it reads."""

from __future__ import annotations

from typing import Callable, Dict, Optional, Tuple

from .canonical import canonical
from .flat import layout_of
from .headers import Header, items_of
from .schema import Field, Schema, Type
from .schema_writer import write_schema
from .sizes import Sizes


class Plan:
    """A schema and what follows from it."""

    def __init__(self, schema: Schema, least_of_codec: Callable[[str], int]):
        self.schema = schema
        self._sizes = Sizes(schema, least_of_codec)
        self.recursive = self._sizes.recursive
        self._headers: Dict[Tuple[Optional[int], Tuple[Field, ...]], Header] = {}
        self._keys: Dict[Type, bytes] = {}
        self._layouts: Dict[Type, Optional[str]] = {}

    def least(self, type_: Type, dictionary: bool) -> int:
        """The least bytes of a type."""
        least = self._sizes.least(type_)
        return min(least, 1) if dictionary else least

    def header(self, fields: Tuple[Field, ...], tag: Optional[int] = None) -> Header:
        """The header of a record, with the tag of so many bits before the items of the fields."""
        if (tag, fields) not in self._headers:
            widths = [] if tag is None else [tag]
            for field in fields:
                widths += items_of(self.schema, field.type)
            self._headers[tag, fields] = Header(widths)
        return self._headers[tag, fields]

    def key(self, type_: Type) -> bytes:
        """The canonical form of a type: equal for types that have the same bytes."""
        if type_ not in self._keys:
            self._keys[type_] = write_schema(canonical(Schema(self.schema.definitions, type_)))
        return self._keys[type_]

    def layout(self, collection: Type) -> Optional[str]:
        """What layout 1 is for a collection: "integers", "bits", "decimals", "columns" or None."""
        if collection not in self._layouts:
            self._layouts[collection] = layout_of(self.schema, self.recursive, collection)
        return self._layouts[collection]

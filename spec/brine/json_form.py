"""Values as what Python's `json` can print."""

from __future__ import annotations

import math
from typing import Any, Dict, Set

from .values import Entries, Left, Record, Right, SharedValue, Some


def to_json(value: Any) -> Any:
    """A record is an object {name: fields}, without fields it is its name; an Option is null or
    {"some": value}, maps are lists of pairs; times, UUIDs and BigDecimals are texts. A shared value has a number, and
    is printed where it occurs first."""
    return _form(value, set())


def _form(value: Any, seen: Set[SharedValue]) -> Any:
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, (list, tuple)):
        return [_form(item, seen) for item in value]
    if isinstance(value, Entries):
        return [[_form(key, seen), _form(item, seen)] for key, item in value.pairs]
    if isinstance(value, (Some, Left, Right)):
        return {type(value).__name__.lower(): _form(value.value, seen)}
    if isinstance(value, Record):
        fields: Dict[str, Any] = {name: _form(item, seen) for name, item in zip(value.names, value.values)}
        return {value.name: fields} if fields else value.name
    if isinstance(value, SharedValue):
        if value in seen:
            return {"shared": value.number}
        seen.add(value)
        return {"shared": value.number, "value": _form(value.value, seen)}
    return str(value)

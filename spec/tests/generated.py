"""Test methods made from data, one for each row or line, so that each is counted and named."""

from __future__ import annotations

from typing import Any, Callable, Iterable, Tuple, Type
from unittest import TestCase


def add_tests(
    case: Type[TestCase], prefix: str, rows: Iterable[Tuple[str, Any]], check: Callable[[TestCase, Any], None]
) -> None:
    """Adds a test for each row to a test case; the name of the row becomes the test's description."""
    for count, (name, row) in enumerate(rows, 1):

        def test(self: TestCase, row: Any = row) -> None:
            check(self, row)

        test.__doc__ = name
        test.__name__ = f"test_{prefix}_{count:04d}"
        setattr(case, test.__name__, test)
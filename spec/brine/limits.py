"""The limits of section 13."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """What a reader takes at most. Of the memory only the places in collections are estimated, 8 bytes each."""

    empty_elements: int = 8192
    depth: int = 128
    big_int_bytes: int = 1024
    big_decimal_scale: int = 6178
    memory_factor: int = 64
    memory_base: int = 1 << 20

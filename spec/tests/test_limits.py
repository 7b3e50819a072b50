"""Section 13."""

from __future__ import annotations

import unittest

from brine import FormatError, Limits, Options, decode_bare, read_schema
from brine.plan import Plan

from .spec_classes import SPEC


class LimitsOfReading(unittest.TestCase):
    """What is refused although it is well formed, and where."""

    def refused(self, name: str, data: bytes, offset: int, limits: Limits = Limits()):
        with self.assertRaises(FormatError) as caught:
            decode_bare(data, SPEC.schema(name), Options(limits))
        self.assertEqual(caught.exception.offset, offset, str(caught.exception))

    def accepted(self, name: str, data: bytes, limits: Limits = Limits()):
        return decode_bare(data, SPEC.schema(name), Options(limits))

    def test_depth(self):
        self.accepted("Chain", b"\x01" * 127 + b"\x00")
        self.refused("Chain", b"\x01" * 128 + b"\x00", 128)
        self.refused("Chain", b"\x01\x01\x00", 2, Limits(depth=2))

    def test_depth_is_not_that_of_types_that_do_not_contain_themselves(self):
        self.accepted("List[Point]", b"\x02\x02\x02", Limits(depth=0))

    def test_depth_ends_with_the_value(self):
        self.assertEqual(len(self.accepted("List[Chain]", b"\x08" + b"\x00" * 4, Limits(depth=1))), 4)

    def test_elements_without_bytes_of_all_collections_together(self):
        half = b"\x80\x40"  # 4,096 of them
        self.accepted("List[List[Unit]]", b"\x04" + half * 2)
        self.refused("List[List[Unit]]", b"\x06" + half * 2 + b"\x02", 5)

    def test_elements_of_width_0_count_with_them(self):
        equal = b"\x81\x40\x00\x00"  # 4,096 zeros
        self.accepted("List[List[Int]]", b"\x04" + equal * 2)
        self.refused("List[List[Int]]", b"\x06" + equal * 2 + b"\x11\x00\x00", 9)

    def test_big_numbers(self):
        self.accepted("BigInt", b"\x01\x7f", Limits(big_int_bytes=1))
        self.refused("BigInt", b"\x02\x00\x80", 0, Limits(big_int_bytes=1))
        self.refused("BigDecimal", b"\x04\x01\x01", 0, Limits(big_decimal_scale=1))

    def test_memory(self):
        self.refused("List[Boolean]", b"\x06\x00\x00\x00", 0, Limits(memory_factor=1, memory_base=0))
        self.accepted("List[Boolean]", b"\x06\x00\x00\x00", Limits(memory_factor=8, memory_base=0))

    def test_types_nested_beyond_the_stack_are_an_error_not_a_crash(self):
        definitions = b"".join(b"\x00\xc1r\x01\xc1f\x46" + _number(index + 1) for index in range(9999))
        schema = read_schema(b"\x01" + _number(10_000) + definitions + b"\x00\xc1r\x01\xc1f\x04" + b"\x46\x00")
        with self.assertRaises(FormatError):
            decode_bare(b"", schema)


class LeastBytes(unittest.TestCase):
    """The least bytes of types."""

    def least(self, name: str, dictionary: bool = False) -> int:
        schema = SPEC.schema(name)
        return Plan(schema, lambda codec: 3).least(schema.root, dictionary)

    def test_of_primitives(self):
        self.assertEqual([self.least(name) for name in ("Unit", "Int", "Float", "Double", "UUID")], [0, 1, 4, 8, 16])

    def test_of_compositions(self):
        names = ("(Int, Double)", "Option[Double]", "Either[Int, Double]", "List[Double]", "(Unit, Unit)", "Colour")
        self.assertEqual([self.least(name) for name in names], [9, 1, 2, 1, 0, 3])

    def test_of_records_and_sums(self):
        names = ("Point", "Flags", "Shape", "Pressed", "Wide", "Fields", "User", "Box[Float]")
        self.assertEqual([self.least(name) for name in names], [2, 1, 1, 2, 5, 4, 2, 5])

    def test_of_types_that_contain_themselves(self):
        self.assertEqual([self.least(name) for name in ("Chain", "Tree", "Shared[Person]")], [1, 2, 1])

    def test_with_a_dictionary(self):
        self.assertEqual([self.least(name, True) for name in ("UUID", "Point", "Unit")], [1, 1, 0])


def _number(number: int) -> bytes:
    out = bytearray()
    while number > 0x7F:
        out.append(number & 0x7F | 0x80)
        number >>= 7
    return bytes(out + bytes([number]))

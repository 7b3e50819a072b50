"""Rules of the specification that neither its examples nor the golden bytes show."""

from __future__ import annotations

import unittest

from brine import (
    FormatError, Limits, Options, canonical, decode_bare, decode_standalone, read_schema, to_json, write_schema,
)
from brine.schema import (
    Boxed, Field, Kind, Marked, OptionOf, RecordDefinition, Reference, Schema, SequenceOf, TupleOf, Wrapped,
)
from brine.schema_writer import fingerprint

from .declarations import Class, Declarations
from .spec_classes import SPEC

CLASSES = Declarations({
    **SPEC.classes,
    "Occasion": Class("at: Instant; number: Int", marked=True),
    "Holder": Class("one: Shared[Int]; number: Int", marked=True),
    "Note": Class("text: String; number: Int", marked=True),
})


def number(value: int) -> bytes:
    """`U(value)`."""
    out = bytearray()
    while value > 0x7F and len(out) < 8:
        out.append(value & 0x7F | 0x80)
        value >>= 7
    return bytes(out + bytes([value]))


def ended(text: str) -> bytes:
    """A text of 2 to 63 ASCII characters with a dictionary."""
    return text[:-1].encode("ascii") + bytes([ord(text[-1]) | 0x80])


def ascii_text(length: int) -> bytes:
    """A text of so many letters, 64 or more."""
    header = length << 3 | 7
    return bytes([0xA0 | header & 31]) + number(header >> 5) + b"x" * length


class Rules(unittest.TestCase):
    """What is read, and what is refused."""

    def reads(self, type_: str, data: bytes, dictionary: bool = False):
        return to_json(decode_bare(data, CLASSES.schema(type_), dictionary=dictionary))

    def refuses(self, type_: str, data: bytes, offset: int, dictionary: bool = False):
        with self.assertRaises(FormatError) as caught:
            self.reads(type_, data, dictionary)
        self.assertEqual(caught.exception.offset, offset, str(caught.exception))

    def test_a_reference_is_to_a_value_of_the_same_type(self):
        self.refuses("Parcel", bytes.fromhex("00 c3 456c6d 02 01"), 6, dictionary=True)
        self.refuses("(Shared[Int], Shared[String])", bytes.fromhex("00 02 01"), 2)

    def test_instants_in_a_marked_value_follow_each_other_and_not_those_outside(self):
        read = self.reads("(Instant, Occasion, Instant)", bytes.fromhex("08 00 10 00 08"), dictionary=True)
        at = [read[0], read[1]["Occasion"]["at"], read[2]]
        self.assertEqual(at, ["2020-01-01T00:00:01Z", "2020-01-01T00:00:02Z", "2020-01-01T00:00:02Z"])

    def test_instants_in_a_marked_value_without_a_dictionary_follow_those_outside(self):
        read = self.reads("(Instant, Occasion, Instant)", bytes.fromhex("08 10 00 08"))
        at = [read[0], read[1]["Occasion"]["at"], read[2]]
        self.assertEqual(at, ["2020-01-01T00:00:01Z", "2020-01-01T00:00:03Z", "2020-01-01T00:00:04Z"])

    def test_a_marked_value_shares_nothing_with_what_is_outside(self):
        self.refuses("(Shared[Int], Holder)", bytes.fromhex("00 02 00 01 02"), 3, dictionary=True)
        read = self.reads("(Shared[Int], Holder, Shared[Int])", bytes.fromhex("00 02 00 00 04 02 01"), dictionary=True)
        self.assertEqual([read[0], read[2]], [{"shared": 1, "value": 1}, {"shared": 1}])

    def test_a_marked_value_referred_to_by_two_bytes_is_the_last_again(self):
        places = b"".join(b"\x00\xc1e" + number(2 * index) for index in range(129))
        read = self.reads("List[Place]", number(131 << 1) + places + b"\x81\x01\x01", dictionary=True)
        self.assertEqual([place["Place"]["number"] for place in read[-3:]], [128, 0, 0])

    def test_a_marked_value_of_more_than_4096_bytes_is_no_entry(self):
        for length in (4092, 4093):
            data = b"\x04\x00" + ascii_text(length) + b"\x02\x01"
            if length == 4092:
                self.assertEqual(len(self.reads("List[Note]", data, dictionary=True)), 2)
            else:
                self.refuses("List[Note]", data, len(data) - 1, dictionary=True)

    def test_a_text_of_more_than_4096_units_is_no_entry(self):
        self.assertEqual(len(self.reads("List[String]", b"\x04" + ascii_text(4096) + b"\xc0", dictionary=True)), 2)
        data = b"\x04" + ascii_text(4097) + b"\xc0"
        self.refuses("List[String]", data, len(data) - 1, dictionary=True)

    def test_references_reach_back_2048_entries(self):
        texts = number(2050 << 1) + b"".join(ended(f"{index:04d}") for index in range(2049))
        read = self.reads("List[String]", texts + b"\xff\xc7", dictionary=True)
        self.assertEqual(read[-1], "0001")
        self.refuses("List[String]", texts + b"\xff\xc8", len(texts), dictionary=True)

    def test_a_text_ends_within_63_bytes(self):
        self.assertEqual(self.reads("String", b"x" * 62 + b"\xf8"), "x" * 63)
        self.refuses("String", b"x" * 63 + b"\xf8", 63)

    def test_one_by_one_is_no_mode_of_a_sequence(self):
        self.refuses("List[Int]", b"\x11\x7e" + b"\x00" * 8, 1)

    def test_a_type_of_more_than_256_columns_is_not_flat(self):
        chunk = b"\x80\x00\x02"
        for columns in (256, 257):
            schema = Schema((), SequenceOf(TupleOf((Kind("Int"),) * columns)))
            data = b"\x21" + chunk * columns
            if columns == 256:
                self.assertEqual(decode_bare(data, schema)[15], (15,) * 256)
            else:
                with self.assertRaises(FormatError) as caught:
                    decode_bare(data, schema)
                self.assertEqual(caught.exception.offset, 0)

    def test_columns_that_a_writer_would_not_choose_are_read(self):
        self.assertEqual(self.reads("List[List[String]]", b"\x21\x00\x02" + b"\xc1\x61" * 16), [["a"]] * 16)
        tagged = bytes.fromhex("21 9a a6 69 9a a6 69 00 06")
        self.assertEqual(self.reads("List[Shape]", tagged), ["Nothing", {"Cube": {"edge": 3}}] * 8)
        numbers_and_texts = b"\x21\xaa\xaa" + b"\x00\x0a" + b"\xc1\x61" * 8
        self.assertEqual(
            self.reads("List[Either[Int, String]]", numbers_and_texts), [{"left": 5}, {"right": "a"}] * 8
        )

    def test_a_count_beyond_64_bits_needs_the_full_form(self):
        last = 9_223_372_035  # seconds of which nanoseconds can be counted
        first = number(2 * (last - 1_577_836_800) << 2)
        within = number(2 * 999_999_999 << 2 | 3)
        self.assertEqual(self.reads("(Instant, Instant)", first + within)[1], "2262-04-11T23:47:15.999999999Z")
        beyond = number(2 * 1_000_000_001 << 2 | 3)
        self.refuses("(Instant, Instant)", first + beyond, len(first))
        full = b"\xff" * 9 + number(2 * (last + 1)) + b"\x01"
        self.assertEqual(self.reads("(Instant, Instant)", first + full)[1], "2262-04-11T23:47:16.000000001Z")


    def test_an_unknown_case_is_a_message_of_its_schema(self):
        data = bytes.fromhex("01 1e 010101c54576656e7401c64f70656e656402c46e616d6509c26f6e01 4600 04 01c26869")
        unknown = decode_bare(data, CLASSES.schema("Event")).values[0]
        read = to_json(decode_bare(unknown.body, unknown.schema))
        self.assertEqual(read, {"Opened": {"name": "hi", "on": True}})

    def test_limits_go_on_inside_of_a_marked_value(self):
        empty = Schema((), TupleOf((Marked(SequenceOf(Kind("Unit"))), SequenceOf(Kind("Unit")))))
        options = Options(Limits(empty_elements=3))
        self.assertEqual(len(decode_bare(b"\x00\x04\x02", empty, options, dictionary=True)), 2)
        with self.assertRaises(FormatError) as caught:
            decode_bare(b"\x00\x04\x04", empty, options, dictionary=True)
        self.assertEqual(caught.exception.offset, 2)

    def test_a_marked_type_without_bytes_is_counted_as_empty(self):
        schema = Schema((RecordDefinition("Mark", ()),), SequenceOf(Marked(Reference(0))))
        self.assertEqual(len(decode_bare(b"\x06\x00\x01\x01", schema, dictionary=True)), 3)
        with self.assertRaises(FormatError) as caught:
            decode_bare(b"\x06\x00\x01\x01", schema, Options(Limits(empty_elements=2)), dictionary=True)
        self.assertEqual(caught.exception.offset, 0)


class CanonicalSchemas(unittest.TestCase):
    """Equal types have equal schemas."""

    def test_a_mark_upon_a_mark_is_one(self):
        for inner in (Marked(Kind("String")), Boxed(Marked(Kind("String")))):
            self.assertEqual(canonical(Schema((), Marked(inner))), Schema((), Marked(Kind("String"))))
        apart = Schema((), Marked(OptionOf(Marked(Kind("String")))))
        self.assertEqual(canonical(apart), apart)

    def test_a_box_or_mark_around_a_class_of_one_field_depends_on_what_it_contains(self):
        def one(inner):
            return Wrapped("One", "of", inner)

        for wrap, inner, needed in (
            (Boxed, Kind("Int"), True),
            (Boxed, Kind("String"), False),
            (Boxed, Boxed(Kind("Int")), False),
            (Marked, Kind("String"), True),
            (Marked, Marked(Kind("String")), False),
        ):
            expected = wrap(one(inner)) if needed else one(inner)
            self.assertEqual(canonical(Schema((), wrap(one(inner)))), Schema((), expected))

    def test_a_schema_in_another_form_has_a_fingerprint_of_its_own(self):
        boxed = read_schema(bytes.fromhex("01 00 45 09"))
        self.assertNotEqual(write_schema(boxed), write_schema(canonical(boxed)))
        message = b"\xb5" + fingerprint(write_schema(boxed)) + b"\xc1a"
        self.assertEqual(decode_standalone(message, boxed), "a")
        with self.assertRaises(FormatError):
            decode_standalone(message, canonical(boxed))

    def test_strings_of_a_schema_in_another_form_make_no_difference(self):
        usual, other = bytes.fromhex("01 00 47 c1 61"), bytes.fromhex("01 00 47 8f 61")
        self.assertEqual(write_schema(read_schema(other)), usual)

    def test_equal_definitions_are_one_also_if_they_refer_to_each_other(self):
        def node(next_: int) -> RecordDefinition:
            return RecordDefinition("Node", (Field("next", SequenceOf(Reference(next_))), Field("value", Kind("Int"))))

        round_about = Schema((node(1), node(2), node(0)), Reference(1))
        self.assertEqual(canonical(round_about), Schema((node(0),), Reference(0)))

    def test_definitions_of_one_name_with_other_fields_are_two(self):
        def box(kind: str) -> RecordDefinition:
            return RecordDefinition("Box", (Field("value", Kind(kind)), Field("more", Kind("Int"))))

        def schema(first: int, second: int) -> Schema:
            return Schema((box("Int"), box("Long")), TupleOf((Reference(first), Reference(second))))

        swapped = Schema((box("Long"), box("Int")), TupleOf((Reference(0), Reference(1))))
        self.assertEqual(canonical(schema(0, 1)), schema(0, 1))
        self.assertEqual(canonical(schema(1, 0)), swapped)

    def test_definitions_that_differ_far_inside_are_two(self):
        def outer(index: int) -> RecordDefinition:
            return RecordDefinition("Outer", (Field("inner", Reference(index)), Field("more", Kind("Int"))))

        def inner(kind: str) -> RecordDefinition:
            return RecordDefinition("Inner", (Field("value", Kind(kind)), Field("more", Kind("Int"))))

        schema = Schema((outer(1), inner("Int"), outer(3), inner("Long")), TupleOf((Reference(0), Reference(2))))
        self.assertEqual(canonical(schema), schema)

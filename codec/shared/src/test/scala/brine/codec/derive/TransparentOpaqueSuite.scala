package brine.codec.derive

import brine.codec.Codec

/** Codecs derived where an opaque type is transparent: in the object that defines it. */
final class TransparentOpaqueSuite extends munit.FunSuite:
  import TransparentOpaqueSuite.*

  test("an opaque type of an Option or Either is a field of a class in its own object"):
    for value <- List(Notes.some, Notes.none) do
      assertEquals(Codec.decode[Notes.Page](Codec.encode(value)), Right(value))

  test("the bytes and the schema are those of the type below"):
    assertEquals(Codec[Notes.Page].schema, Codec[Page].schema)
    assertEquals(Codec.encodeBare(Notes.some).toList, Codec.encodeBare(Page(Some("n"), Left(1), List(2), true)).toList)

object TransparentOpaqueSuite:
  object Notes:
    opaque type Note  = Option[String]
    opaque type Side  = Either[Int, String]
    opaque type Lines = List[Int]
    final case class Page(note: Note, side: Side, lines: Lines, on: Boolean) derives Codec
    val some: Page = Page(Some("n"), Left(1), List(2), true)
    val none: Page = Page(None, Right("r"), Nil, false)

  final case class Page(note: Option[String], side: Either[Int, String], lines: List[Int], on: Boolean) derives Codec

package brine.codec

import brine.codec.Compatibility.{Finding, Verdict}
import brine.codec.evolution.{
  CaseChanges,
  Changes,
  CollectionChanges,
  FieldChanges,
  ManyChanges,
  MigrationChanges,
  ShapeChanges
}

object CompatibilitySuite:
  final case class Exact(cents: Int) derives Codec
  final case class Rounded(euros: Int) derives Codec
  object Rounded:
    given Migration[Exact, Rounded] = Migration(old => Rounded(old.cents / 100))

  final case class Cents(cents: Long) derives Codec
  final case class Euros(euros: Long) derives Codec
  object Euros:
    given Migration[Cents, Euros] = Migration(old => Euros(old.cents / 100))
  final case class OfEuros(price: Euros, paid: Boolean) derives Codec
  final case class OfCents(price: Cents, paid: Boolean) derives Codec
  final case class OfLong(price: Long, paid: Boolean) derives Codec

  final case class Numbered(value: Int, on: Boolean) derives Codec
  final case class Text(value: String, on: Boolean) derives Codec
  object Text:
    given Migration[Numbered, Text] = Migration(old => Text(old.value.toString, old.on))
  final case class TextAlone(value: String, on: Boolean, other: Int) derives Codec

final class CompatibilitySuite extends munit.FunSuite:
  import CompatibilitySuite.*

  private def of[Now, Before](using now: Codec[Now], before: Codec[Before]) = Compatibility.of(now, before.schema)

  for group <- Changes.all; change <- group.all do
    test(s"${group.group}: ${change.name}: agrees with what was tried"):
      val verdict = change.compatibility
      val unread  = verdict.newReadsOld.filterNot(_.problem.contains("does not follow from its name"))
      assertEquals(unread.nonEmpty, change.newReadsOld.never.nonEmpty, verdict.toString)
      if verdict.newReadsOld.isEmpty then
        val lacks = change.newReadsOld.refused.exists((_, problem) => problem.contains("a case that"))
        assertEquals(verdict.warnings.exists(_.problem.contains("a case that")), lacks, verdict.toString)
      // Of the old program only the schema is known: what it says will work does, though more may work than it says.
      val back = Compatibility.of(change.oldReadsNew.writer, change.oldReadsNew.reader.schema)
      if back.oldReadsNew.isEmpty then
        assert(change.oldReadsNew.never.isEmpty, back.toString)
        assert(!change.oldReadsNew.refused.exists((_, problem) => problem.contains("a case that")), back.toString)
      (verdict.newReadsOld ++ verdict.oldReadsNew ++ verdict.warnings ++ verdict.rollback).foreach { finding =>
        assert(finding.problem.nonEmpty && finding.remedy.nonEmpty, finding.toString)
      }

  test("the same"):
    val same = of[FieldChanges.Reading, FieldChanges.Prepared]
    assertEquals((same.verdict, same.toString), (Verdict.Compatible, "compatible"))

  test("compatible"):
    val added = of[FieldChanges.WithOption, FieldChanges.Reading]
    assertEquals(added.verdict, Verdict.Compatible)
    assertEquals(added.newReadsOld ++ added.oldReadsNew ++ added.warnings, Vector.empty)

  test("a tuple that is read by position is a warning, unless its parts are marked"):
    val byPosition = Compatibility.of(Codec[ShapeChanges.Line], Codec[(Int, Boolean, String)].schema)
    assertEquals(byPosition.verdict, Verdict.Compatible)
    assert(byPosition.warnings.exists(_.problem.contains("by position")), byPosition.toString)
    assertEquals(
      Compatibility.of(Codec[ShapeChanges.Swapped], Codec[(Int, Boolean, String)].schema).warnings,
      Vector.empty
    )

  test("data that may be of an older type or of the present one are a warning"):
    import MigrationChanges.{Tag, TagOld}
    def isUnclear(written: Codec[?]) =
      Compatibility.of(Codec[Tag], written.schema).warnings.exists(_.problem.contains("of the older type or of this"))
    assert(isUnclear(Codec[Option[String]]), "only the older type reads an Option")
    assert(isUnclear(Codec[String]), "both read a text")
    assert(!isUnclear(Codec[TagOld]))

  test("data that only the present type can read are a warning, if their fields are those of both"):
    assertEquals(
      Codec.decodeBare[Text](Codec.encodeBare(TextAlone("a", true, 1)), Codec[TextAlone].schema),
      Right(Text("a", true))
    )
    val verdict = of[Text, TextAlone]
    assert(verdict.warnings.exists(_.problem.contains("of the older type or of this")), verdict.toString)

  test("elements that a migration makes equal are refused, without a warning"):
    val exact             = Codec[Set[Exact]].schema
    def read(cents: Int*) = Codec.decodeBare[Set[Rounded]](Codec.encodeBare(cents.map(Exact(_)).toSet), exact)
    assertEquals(read(100, 200), Right(Set(Rounded(1), Rounded(2))))
    assert(read(100, 101).left.exists(_.problem.contains("elements of a set are different")))
    val verdict = of[Set[Rounded], Set[Exact]]
    assert(!verdict.warnings.exists(_.problem.contains("equal")), verdict.toString)

  test("data of the older type of a migration are read as the content of its class once that is unwrapped"):
    val bytes = Codec.encodeBare(OfCents(Cents(250), true))
    assertEquals(Codec.decodeBare[OfEuros](bytes, Codec[OfCents].schema), Right(OfEuros(Euros(2), true)))
    assertEquals(Codec.decodeBare[OfLong](bytes, Codec[OfCents].schema), Right(OfLong(250, true)))

  test("a class that is read as a tuple by position is a warning, in both directions"):
    val (tuple, line) = (Codec[(Int, Boolean, String)], Codec[ShapeChanges.Line])
    val toTuple       = Compatibility.of(tuple, line.schema)
    assertEquals(toTuple.verdict, Verdict.Compatible)
    assert(toTuple.warnings.exists(_.problem.contains("by position")), toTuple.toString)
    assert(toTuple.rollback.exists(_.problem.contains("by position")), toTuple.toString)
    assert(Compatibility.of(line, tuple.schema).rollback.exists(_.problem.contains("by position")))

  test("elements of a set and keys of a map that may become equal are a warning with a path"):
    import CollectionChanges.{Pixel, Tile}
    def equal(verdict: Compatibility) = verdict.warnings.filter(_.problem.contains("equal")).map(_.path)
    assertEquals(equal(of[Set[Pixel], Set[Tile]]), Vector("[]"))
    assertEquals(equal(of[Map[Pixel, Int], Map[Tile, Int]]), Vector("[].key"))
    assertEquals(equal(of[List[Pixel], List[Tile]]), Vector.empty)
    assertEquals(equal(of[Map[Int, Pixel], Map[Int, Tile]]), Vector.empty)
    assertEquals(equal(of[Set[Long], Set[Int]]), Vector.empty)
    assert(of[Map[Tile, Int], Map[Pixel, Int]].oldReadsNew.exists(_.problem.contains("equal")))

  test("what is dropped has a path"):
    assertEquals(of[FieldChanges.Reading, FieldChanges.WithOption].warnings.map(_.path), Vector("note"))
    assertEquals(of[FieldChanges.WithOption, FieldChanges.Reading].rollback.map(_.path), Vector("note"))

  test("readers first"):
    val renamed = of[FieldChanges.RenamedMarked, FieldChanges.Reading]
    assertEquals(renamed.verdict, Verdict.ReadersFirst)
    assertEquals(
      renamed.oldReadsNew.map(f => (f.path, f.problem)),
      Vector(("level", "it is missing in what was written"))
    )
    assertEquals(of[CaseChanges.More, CaseChanges.Event].oldReadsNew.map(_.path), Vector("Jumped", "Slept"))

  test("breaking, with all that is wrong"):
    val several = of[ManyChanges.Before, ManyChanges.After]
    assertEquals(several.verdict, Verdict.Breaking)
    val (cases, dropped) = several.warnings.partition(_.problem.contains("a case that"))
    assertEquals(cases.map(_.path), Vector("events[].Jumped", "events[].Slept", "side.right.Off"))
    assert(dropped.size > 5 && dropped.map(_.path).contains("lights[].Red.deep"), dropped.toString)
    assertEquals(
      several.newReadsOld.map(_.path),
      Vector(
        "maybe",
        "light",
        "reading",
        "pixels[].x",
        "person.name",
        "person.age",
        "side.left",
        "pair._1",
        "pair._2",
        "on",
        "unwanted"
      )
    )

  test("a case that may come and is not known is a warning, and breaks nothing"):
    val removed = of[CaseChanges.Event, CaseChanges.More]
    assertEquals(removed.verdict, Verdict.Compatible)
    assertEquals(
      removed.warnings,
      Vector("Jumped", "Slept").map(name =>
        Finding(
          name,
          s"a $name, a case that Event does not have here",
          "add it, or one marked by @fallback; if it has another name now, name this one by @was(...)"
        )
      )
    )
    assertEquals(of[CaseChanges.Open, CaseChanges.More].warnings, Vector.empty)

  test("a fallback is known by its schema"):
    assertEquals(of[CaseChanges.More, CaseChanges.Open].oldReadsNew, Vector.empty)

  test("migrations count for the new version only"):
    val migrated = of[MigrationChanges.Crew, MigrationChanges.Team]
    assertEquals(migrated.verdict, Verdict.ReadersFirst)
    assertEquals(of[MigrationChanges.Team, MigrationChanges.Crew].verdict, Verdict.Breaking)

  test("by schemas alone what has a default looks breaking"):
    val now    = Codec[FieldChanges.WithDefault].schema
    val before = Codec[FieldChanges.Reading].schema
    assertEquals(Compatibility.of(now, before).verdict, Verdict.Breaking)
    assertEquals(Compatibility.of(before, now).verdict, Verdict.ReadersFirst)
    assertEquals(Compatibility.of(Codec[Option[Int]].schema, Codec[Int].schema).verdict, Verdict.ReadersFirst)
    assertEquals(of[Int, ShapeChanges.Id].verdict, Verdict.Compatible)

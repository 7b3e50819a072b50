package brine.codec.testkit

import brine.codec.Compatibility.Verdict
import brine.codec.testkit.SchemaLock.Outcome
import brine.codec.{Codec, Schemas}

final class SchemaLockJudgeSuite extends munit.FunSuite:
  import Sensors.*

  private def judge[A](name: String, schemas: Schemas = schemas)(using codec: Codec[A]) =
    SchemaLock.judge(schemas, name, codec)

  test("the last version is locked"):
    assertEquals(judge[Two.Reading]("Reading"), Outcome.Locked("Reading", Vector.empty))
    assertEquals(judge[List[Int]]("levels").message, "levels is locked")

  test("a version that is not the last one has to be added again"):
    assertEquals(judge[One.Reading]("Reading").isLocked, false)

  test("a type that is not there has to be added, with its type line"):
    judge[Two.Reading]("other") match
      case Outcome.Unlocked("other", version, None) =>
        assertEquals((version.number, version.schema), (1, Codec[Two.Reading].schema))
      case outcome => fail(outcome.message)
    val message = judge[Two.Reading]("other").message
    assert(message.contains("other is not locked yet\n") && message.contains("\ntype other\n\nversion 1 "), message)

  test("a changed type has to be added: the exact lines are told, and the verdict"):
    judge[Three.Reading]("Reading") match
      case outcome @ Outcome.Unlocked(_, version, Some(compatibility)) =>
        assertEquals((version.number, compatibility.verdict), (3, Verdict.ReadersFirst))
        assert(outcome.message.startsWith("Reading has changed, which is readers first\n"), outcome.message)
        assert(outcome.message.contains("level: it was written as Long"), outcome.message)
        val appended =
          schemas.render.replaceFirst("\ntype Event", "\n" + version.render.replace("$", "\\$") + "\ntype Event")
        val again = Schemas.parse(appended).fold(throw _, identity)
        assertEquals(judge[Three.Reading]("Reading", again), Outcome.Locked("Reading", Vector.empty))
      case outcome => fail(outcome.message)

  test("a type that cannot read a version is breaking, also if that is not the last"):
    judge[Wrong.Reading]("Reading") match
      case outcome @ Outcome.Breaking(_, 2, 3, _) =>
        assert(
          outcome.message.contains("rank: it is missing in what was written; give rank of Reading"),
          outcome.message
        )
        assert(outcome.message.contains("write `reads from 3` at the end of the line of version 3"), outcome.message)
      case outcome => fail(outcome.message)
    val locked = schemas.add("Reading", Codec[Wrong.Reading].schema)
    judge[Wrong.Reading]("Reading", locked) match
      case Outcome.Breaking(_, 2, 3, _) => ()
      case outcome                      => fail(outcome.message)

  test("what is given up on purpose is not asked for"):
    val text = schemas.add("Reading", Codec[Wrong.Reading].schema).render
    val line = text.linesIterator.find(_.startsWith("version 3")).get
    val kept = Schemas.parse(text.replace(line, s"$line reads from 3")).fold(throw _, identity)
    assertEquals(judge[Wrong.Reading]("Reading", kept), Outcome.Locked("Reading", Vector.empty))

  test("cases that are gone are a warning"):
    val locked = schemas.add("Event", Codec[Three.Event].schema)
    judge[Three.Event]("Event", locked) match
      case outcome @ Outcome.Locked(_, warnings) =>
        assertEquals(warnings.map(_.path), Vector("Broken"))
        assert(outcome.message.contains("it loses some old data: Broken: a Broken, a case that"), outcome.message)
      case outcome => fail(outcome.message)

  test("fields that are dropped are a warning"):
    val locked = schemas.add("Reading", Codec[Dropped].schema)
    judge[Dropped]("Reading", locked) match
      case outcome @ Outcome.Locked(_, warnings) =>
        assert(warnings.exists(_.path == "level"), warnings.toString)
        assert(outcome.message.contains("it loses some old data: level: what was written is dropped"), outcome.message)
      case outcome => fail(outcome.message)

  test("a class of one field has a name"):
    assertEquals(SchemaLockChecks.nameOf(Codec[Dropped].schema), "Dropped")

  test("a type without a name of its own needs one"):
    assertEquals(SchemaLockChecks.nameOf(Codec[Two.Event].schema), "Event")
    val refused = intercept[IllegalArgumentException](SchemaLockChecks.nameOf(Codec[List[Int]].schema))
    assertEquals(refused.getMessage, "Seq[Int] has no name of its own; give it one: lock[A](\"name\")")

  final case class Dropped(sensor: String) derives Codec

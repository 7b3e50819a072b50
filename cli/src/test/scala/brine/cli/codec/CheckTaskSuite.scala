package brine.cli.codec

import brine.commandline.{Captured, TemporaryFolder}
import brine.codec.{added, Codec, Schemas}
import java.nio.file.{Files, Path}

object CheckTaskSuite:
  object One:
    final case class Reading(sensor: String, level: Int) derives Codec
    enum Event derives Codec:
      case Opened, Closed, Broken
  object Two:
    final case class Reading(sensor: String, level: Long, @added(1) rank: Int) derives Codec
    enum Event derives Codec:
      case Opened, Closed
  object Short:
    final case class Reading(sensor: String) derives Codec
  object Noted:
    final case class Reading(sensor: String, note: Option[String]) derives Codec
  object Three:
    final case class Reading(sensor: String, level: String) derives Codec

final class CheckTaskSuite extends TemporaryFolder:
  import CheckTaskSuite.*

  private val first  = Schemas.none.add("Reading", Codec[One.Reading].schema).add("Event", Codec[One.Event].schema)
  private val second = first.add("Reading", Codec[Two.Reading].schema).add("numbers", Codec[List[Int]].schema)

  private def check(arguments: Any*) = Captured(CheckTask.run(arguments.map(_.toString).toList))

  private def files(folder: Path, old: Schemas, now: Schemas): (Path, Path) =
    (write(folder.resolve("old.schemas"), old.render), write(folder.resolve("new.schemas"), now.render))

  folder.test("the same is compatible"): folder =>
    val (old, now) = files(folder, first, first)
    val ran        = check(old, now)
    assertEquals((ran.value, ran.out, ran.err), (0, "Reading: compatible\nEvent: compatible\ncompatible\n", ""))

  folder.test("a change that is readers first"): folder =>
    val (old, now) = files(folder, first, second)
    val ran        = check(old, now)
    assertEquals(ran.value, 0, ran.err)
    val lines = ran.out.linesIterator.toList
    assertEquals(
      lines.filterNot(_.startsWith(" ")),
      List("Reading: readers first", "Event: compatible", "numbers: new", "readers first")
    )
    assert(
      clue(lines).exists(
        _.startsWith("  old cannot read new: level: it was written as Long and cannot be read as Int; deploy")
      )
    )
    assert(clue(lines).exists(_.startsWith("  left to the program: rank: it is missing in what was written")))
    assertEquals(check(old, now, "--strict").value, 1)
    assertEquals(check(old, now, "--type", "Event").out, "Event: compatible\ncompatible\n")

  folder.test("JSON"): folder =>
    val (old, now) = files(folder, first, second)
    val json       = ujson.read(check(old, now, "--json").out)
    assertEquals(json("verdict").str, "readers first")
    assertEquals(json("types").arr.map(_("type").str).toList, List("Reading", "Event", "numbers"))
    assertEquals(json("types")(0)("oldReadsNew")(0)("path").str, "level")
    assertEquals(json("types")(0)("newReadsOld").arr.size, 0)

  folder.test("cases that are gone are a warning, which is an error if strict"): folder =>
    val (old, now) = files(folder, first, first.add("Event", Codec[Two.Event].schema))
    val ran        = check(old, now)
    assertEquals(ran.value, 0)
    assert(clue(ran.out).contains("Event: compatible\n  new loses some of old: Broken: a Broken, a case that"))
    assertEquals(check(old, now, "--strict").value, 1)

  folder.test("what is dropped has a path, in both directions"): folder =>
    val (old, now) = files(folder, first, first.add("Reading", Codec[Short.Reading].schema))
    assert(clue(check(old, now).out).contains("  new loses some of old: level: what was written is dropped"))
    assertEquals(ujson.read(check(old, now, "--json").out)("types")(0)("warnings")(0)("path").str, "level")
    val (short, long) = files(
      folder,
      Schemas.none.add("Reading", Codec[Short.Reading].schema),
      Schemas.none.add("Reading", Codec[Short.Reading].schema).add("Reading", Codec[One.Reading].schema)
    )
    assert(clue(check(short, long).out).contains("  old loses some of new: level: the old version drops it"))
    assertEquals(ujson.read(check(short, long, "--json").out)("types")(0)("rollback")(0)("path").str, "level")

  folder.test("what old programs lose of new data is no error, even if strict"): folder =>
    val short      = Schemas.none.add("Reading", Codec[Short.Reading].schema)
    val (old, now) = files(folder, short, short.add("Reading", Codec[Noted.Reading].schema))
    val ran        = check(old, now, "--strict")
    assert(clue(ran.out).contains("  old loses some of new: note: the old version drops it"))
    assertEquals(ran.value, 0)

  folder.test("what is gone, edited or given up is breaking"): folder =>
    val gone       = Schemas.none.add("Event", Codec[One.Event].schema)
    val (old, now) = files(folder, first, gone)
    assertEquals(check(old, now).value, 1)
    assert(clue(check(old, now).out).contains("Reading: breaking\n  new cannot read old: it is gone"))
    write(
      now,
      first.render.replace(
        first.history("Reading").get.render,
        Schemas.none.add("Reading", Codec[Two.Reading].schema).history("Reading").get.render
      )
    ): Unit
    assert(clue(check(old, now).out).contains("its old versions are not the same any more"))
    write(now, second.render.replaceFirst("(version 2 [0-9a-f]+)", "$1 reads from 2")): Unit
    assert(clue(check(old, now).out).contains("version 2 reads from version 2, not version 1"))
    assertEquals(check(old, now).value, 1)

  folder.test("a lock file and a schema, by schemas alone"): folder =>
    val (old, _) = files(folder, first, second)
    val schema   = folder.resolve("reading.schema")
    Files.write(schema, Codec[Three.Reading].schema.canonical): Unit
    val ran = check(old, schema)
    assertEquals(ran.value, 1)
    assert(
      clue(ran.out).contains(
        "Reading, version 1: breaking\n  new cannot read old: level: it was written as Int and cannot be read as String; write a Migration"
      )
    )
    assertEquals(check(schema, old).value, 1)
    assertEquals(check(schema, schema).out, "Reading: compatible\ncompatible\n")
    Files.write(schema, Codec[List[Int]].schema.canonical): Unit
    val unknown = check(old, schema)
    assertEquals(
      (unknown.value, unknown.err),
      (2, "brine: the lock file has no type Seq[Int]; name one with --type: Reading, Event\n")
    )
    assertEquals(check(old, schema, "--type", "Event").value, 1)

  folder.test("bad input is one line"): folder =>
    val (old, now) = files(folder, first, second)
    write(now, second.render.replaceFirst("sensor: String", "sensor: Int")): Unit
    for arguments <- List(
        List(old, now),
        List(old, folder.resolve("none")),
        List(old),
        List(old, old, "--type", "x"),
        List(old, write(folder.resolve("x"), "x"))
      )
    do
      val ran = check(arguments*)
      assertEquals((ran.value, ran.out, ran.err.count(_ == '\n')), (2, "", 1), ran.err)
    assert(clue(check(old, now).err).contains("new.schemas: line 5: version 1 of Reading has the fingerprint"))

  folder.test("the command is reached, and others are not there"): folder =>
    def run(arguments: String*) = Captured(CodecCommand(() => System.in).run(arguments.toList))
    val (old, now)              = files(folder, first, first)
    assertEquals(run("check", old.toString, now.toString).value, 0)
    assertEquals(run().value, 2)
    assert(clue(run("chek").err).contains("did you mean check"))

  folder.test("names of strangers neither break lines nor command a terminal"): folder =>
    val name       = "a\nb\u001b[2J\u009b2J\u202ec"
    val shown      = "a\\nb\\u001b[2J\\u009b2J\\u202ec"
    val odd        = Schemas.none.add(name, Codec[Int].schema)
    val (old, now) = files(folder, odd, odd)
    assertEquals(check(old, now).out, s"$shown: compatible\ncompatible\n")
    val (one, two) = files(folder, odd, odd.add(name, Codec[String].schema))
    assertEquals(check(one, two).out.linesIterator.next(), s"$shown: readers first")
    val json = check(old, now, "--json").out
    assert(json.trim.forall(char => char >= ' ' && char <= '~'), json)
    assertEquals(ujson.read(json)("types")(0)("type").str, name)
    val schema = folder.resolve("reading.schema")
    Files.write(schema, Codec[List[Int]].schema.canonical): Unit
    val missing = check(folder.resolve("old.schemas"), schema, "--type", "other").err
    assert(clue(missing).contains(shown))
    write(old, "brine schemas 1\n\ntype a\u009b2J\n")
    assert(clue(check(old, old).err).contains("\\u009b2J"))

  test("help"):
    assert(check("--help").out.contains("brine codec check"))

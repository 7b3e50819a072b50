package brine.codec.internal.lock

import brine.codec.Schemas.{History, Version}
import brine.codec.internal.lock.LineReader.Restore
import brine.codec.{Schemas, SchemasError}

import scala.collection.mutable

/** Parses the text of a lock file. The normative text is `docs/spec/schemas-format.md`. */
private[codec] final class LockReader private (text: String):
  private final class OpenVersion(val number: Int, val fingerprint: Long, val readsFrom: Int, start: LineReader):
    val notes  = mutable.ArrayBuffer.empty[String]
    val schema = SchemaReader(start)

  private val types                     = mutable.ArrayBuffer.empty[History]
  private val names                     = mutable.HashSet.empty[String]
  private val header                    = mutable.ArrayBuffer.empty[String]
  private var open: Option[History]     = None
  private var last: Option[OpenVersion] = None
  // Comments belong to the type or version on the next line; otherwise to the one that contains them.
  private val pending  = mutable.ArrayBuffer.empty[String]
  private var isHeader = true

  def read(): (Vector[History], Vector[String]) =
    val lines = text.linesIterator.toVector
    start(LineReader(1, lines.headOption.getOrElse("").stripPrefix("\ufeff")))
    lines.iterator.zipWithIndex.drop(1).foreach((line, i) => this.line(LineReader(i + 1, line), line.trim))
    keep()
    closeType()
    (types.toVector, header.toVector)

  private def start(in: LineReader): Unit =
    val words = in.rest.trim
    if !words.startsWith(LockReader.Start) then
      in.fail(
        s"not a file of schemas: it does not start with '${LockReader.Start} ${LockReader.Format}'",
        "check the path, or delete the file and let SchemaLockSuite write it (BRINE_SCHEMAS=update)"
      )
    val format = words.drop(LockReader.Start.length).trim
    if format != LockReader.Format then
      in.fail(
        s"format $format of schemas; this reader knows format ${LockReader.Format}",
        "read it with the version of Brine that wrote it, or a newer one"
      )

  private def line(in: LineReader, trimmed: String): Unit =
    if trimmed.isEmpty then
      isHeader = false
      keep()
    else if trimmed.startsWith("#") then
      val note = trimmed.drop(1).stripPrefix(" ")
      if isHeader then header += note else pending += note
    else if LockReader.conflicts.exists(trimmed.startsWith) then
      in.fail(
        "a merge is not settled here",
        "keep what both sides added, and number the versions of each type in order"
      )
    else
      val (word, isQuoted) = in.word("a word")
      isHeader = false
      if isQuoted || word != "type" && word != "version" then keep()
      if in.take(':') then inVersion(in, s"the field $word").schema.addField(in, word)
      else
        (if isQuoted then "" else word) match
          case "type"    => openType(in)
          case "version" => openVersion(in)
          case "root"    => inVersion(in, "a root").schema.addRoot(in)
          case "record"  => inVersion(in, "a record").schema.addDefinition(in, isSum = false)
          case "sum"     => inVersion(in, "a sum").schema.addDefinition(in, isSum = true)
          case "case"    => inVersion(in, "a case").schema.addCase(in)
          case _         => in.fail(s"a line that starts with '$word'", Restore)

  private def inVersion(in: LineReader, what: String): OpenVersion =
    last.getOrElse(in.fail(s"$what outside of a version", Restore))

  private def openType(in: LineReader): Unit =
    val notes = takePending()
    closeType()
    val (name, _) = in.word("the name of the type")
    in.expectEnd("the name of the type")
    if !names.add(name) then
      in.fail(s"$name is listed twice", "put its versions under the first line of the type, numbered in order")
    open = Some(History(name, Vector.empty, notes))

  private def openVersion(in: LineReader): Unit =
    val notes = takePending()
    closeVersion()
    val history  = open.getOrElse(in.fail("a version outside of a type", Restore))
    val number   = in.digits("the number of the version")
    val expected = history.versions.size + 1
    if number != expected then
      in.fail(
        s"version $number of ${history.name} where version $expected should be",
        "number versions in order, from 1"
      )
    val digits = in.plain(c => Character.digit(c, 16) >= 0)
    if digits.length != 16 then in.fail(s"'$digits' is not a fingerprint of 16 hexadecimal digits", Restore)
    last = Some(OpenVersion(number, java.lang.Long.parseUnsignedLong(digits, 16), readsFrom(in, number), in))
    last.get.notes ++= notes

  private def readsFrom(in: LineReader, number: Int): Int =
    if in.isAtEnd then 1
    else if in.plain(Words.isPart) == "reads" && in.plain(Words.isPart) == "from" then
      val from = in.digits("the first version that is read")
      in.expectEnd("the first version that is read")
      if from > number then in.fail(s"version $number cannot read from version $from", "name a version up to its own")
      from
    else in.fail("only 'reads from' and a number may follow a fingerprint", Restore)

  private def keep(): Unit =
    val notes = takePending()
    if last.nonEmpty then last.foreach(_.notes ++= notes)
    else if open.nonEmpty then open = open.map(history => history.copy(notes = history.notes ++ notes))
    else header ++= notes

  private def takePending(): Vector[String] =
    val notes = pending.toVector
    pending.clear()
    notes

  private def closeVersion(): Unit = last.foreach { version =>
    val history = open.get
    val schema  = version.schema.result(s"version ${version.number} of ${history.name}", version.fingerprint)
    open = Some(
      history.copy(versions =
        history.versions :+ Version(version.number, schema, version.readsFrom, version.notes.toVector)
      )
    )
    last = None
  }

  private def closeType(): Unit =
    closeVersion()
    types ++= open
    open = None

private[codec] object LockReader:
  final val Start  = "brine schemas"
  final val Format = "1"

  private val conflicts = List("<<<<<<<", "=======", ">>>>>>>", "|||||||")

  /** Returns the histories and the comments of the header. */
  def read(text: String): Either[SchemasError, (Vector[Schemas.History], Vector[String])] =
    try Right(new LockReader(text).read())
    catch case error: SchemasError => Left(error)

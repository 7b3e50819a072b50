package brine.codec.internal.lock

import brine.codec.Schema.{Case, Definition, Field}
import brine.codec.internal.lock.LineReader.Restore
import brine.codec.{Schema, SchemasError}

import scala.collection.mutable

/** Collects the lines of one schema. Types are parsed at the end, because they may refer to later definitions. */
private[codec] final class SchemaReader(start: LineReader):
  private final class Fields(val name: String, val of: mutable.ArrayBuffer[(String, LineReader)])
  private final class Part(val name: String, val isSum: Boolean, val groups: mutable.ArrayBuffer[Fields])

  private val parts                    = mutable.ArrayBuffer.empty[Part]
  private val numbers                  = mutable.HashMap.empty[(String, Int), Int]
  private val counts                   = mutable.HashMap.empty[String, Int]
  private var root: Option[LineReader] = None

  def addRoot(in: LineReader): Unit =
    if root.nonEmpty || parts.nonEmpty then in.fail("the root comes once, before all records and sums", Restore)
    root = Some(in)

  def addDefinition(in: LineReader, isSum: Boolean): Unit =
    val (name, _) = in.word("the name")
    val number    = if in.take('#') then in.digits("the number of a definition") else 1
    in.expectEnd("the name")
    val expected = counts.getOrElse(name, 0) + 1
    if number != expected then
      in.fail(s"definition $number of the name $name is number $expected in this version", s"write $name#$expected")
    numbers((name, number)) = parts.size
    counts(name) = number
    val groups = mutable.ArrayBuffer.empty[Fields]
    if !isSum then groups += Fields(name, mutable.ArrayBuffer.empty)
    parts += Part(name, isSum, groups)

  def addCase(in: LineReader): Unit =
    val (name, _) = in.word("the name of the case")
    in.expectEnd("the name of the case")
    if parts.isEmpty || !parts.last.isSum then in.fail(s"the case $name is in no sum", Restore)
    parts.last.groups += Fields(name, mutable.ArrayBuffer.empty)

  def addField(in: LineReader, name: String): Unit =
    if parts.isEmpty || parts.last.groups.isEmpty then in.fail(s"the field $name is in no record and no case", Restore)
    parts.last.groups.last.of += name -> in

  /** The schema; fails if it does not have this fingerprint. */
  def result(what: String, fingerprint: Long): Schema =
    val types  = TypeReader(numbers.toMap)
    val schema = Schema(
      types.whole(root.getOrElse(start.fail(s"$what has no root", "add the line that starts with `root`"))),
      parts.map(definition(_, types)).toVector
    )
    if schema.fingerprint != fingerprint then
      throw SchemasError(
        start.number,
        f"$what has the fingerprint ${schema.fingerprint}%016x, but the line says $fingerprint%016x: " +
          "one of them was edited",
        "restore it from version control; a change of a type is a further version"
      )
    schema

  private def definition(part: Part, types: TypeReader): Definition =
    def fields(of: Fields) = of.of.map((name, in) => Field(name, types.whole(in))).toVector
    if part.isSum then Definition.Sum(part.name, part.groups.map(group => Case(group.name, fields(group))).toVector)
    else Definition.Record(part.name, fields(part.groups.head))

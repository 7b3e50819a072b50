package brine.codec.evolution

import brine.codec.{Codec, Compatibility}

/** What happens when data of one version are read as those of another.
  *
  * @param read
  *   values and what they are read as
  * @param refused
  *   values that are not read, each with a part of what the error says
  * @param never
  *   a part of what is said when no value can be read, because there is no plan
  */
final class Direction[A, B](
    val read: List[(A, B)],
    val refused: List[(A, String)],
    val never: Option[String]
)(using val writer: Codec[A], val reader: Codec[B]):
  /** The same, but for a value that is not read. */
  def except(value: A, problem: String): Direction[A, B] = new Direction(read, refused :+ (value -> problem), never)

  /** How a table says it. */
  def verdict: String = if never.nonEmpty then "no" else if refused.nonEmpty then "some values" else "yes"

/** A change of a type, with what it does to the data of both versions.
  *
  * @param name
  *   what is done to the type; once the page has it, it is what people look for
  * @param remedy
  *   what to do, in words; empty if there is nothing to do
  */
final class Change(
    val name: String,
    val remedy: String,
    val newReadsOld: Direction[?, ?],
    val oldReadsNew: Direction[?, ?]
):
  /** What is said to users of it. */
  def compatibility: Compatibility = Compatibility.of(newReadsOld.reader, newReadsOld.writer.schema)

/** Some changes that belong together. */
abstract class Changes(val group: String):
  private val collected = collection.mutable.ListBuffer.empty[Change]

  final def all: List[Change] = collected.toList

  protected final def change(name: String, remedy: String = "")(
      newReadsOld: Direction[?, ?],
      oldReadsNew: Direction[?, ?]
  ): Unit = collected += Change(name, remedy, newReadsOld, oldReadsNew)

  protected final def read[A: Codec, B: Codec](pairs: (A, B)*): Direction[A, B] =
    new Direction(pairs.toList, Nil, None)

  protected final def refuse[A: Codec, B: Codec](problem: String)(values: A*): Direction[A, B] =
    new Direction(Nil, values.toList.map(_ -> problem), Some(problem))

object Changes:
  def all: List[Changes] =
    List(
      FieldChanges,
      NumberChanges,
      ShapeChanges,
      OneFieldChanges,
      CollectionChanges,
      CaseChanges,
      CaseNameChanges,
      TagChanges,
      UnknownChanges,
      MarkChanges,
      MigrationChanges,
      ManyChanges
    )

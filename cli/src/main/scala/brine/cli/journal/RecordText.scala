package brine.cli.journal

import brine.codec.Schema
import brine.journal.{Record, Stored}

/** Renders records: one line each for people, one JSON object each for machines. */
private[journal] object RecordText:
  def fingerprint(schema: Schema): String = f"${schema.fingerprint}%016x"

  /** The name of the type that a schema describes. */
  def typeOf(schema: Schema): String = schema.root match
    case Schema.Type.Named(index)        => schema.definitions(index).name
    case Schema.Type.Wrapped(name, _, _) => Ending.oneLine(name)
    case _                               => Ending.oneLine(schema.toString.linesIterator.nextOption().getOrElse(""))

  def value(record: Record[Stored], most: Int): String =
    record.value.inspect.fold(error => s"cannot be read: ${error.getMessage}", _.text(most))

  private inline val LongestValue = 2000

  def line(record: Record[Stored]): String =
    val tags = if record.tags.isEmpty then "" else record.tags.toVector.sorted.mkString("  [", ", ", "]")
    val key  = record.key.fold("")(key => s"  key $key")
    Ending.oneLine(
      s"${record.offset.sequence}  ${record.at}  ${record.stream} ${record.version}  " +
        s"${value(record, LongestValue)}$tags$key"
    )

  /** The record as JSON, without the value's bytes. */
  def json(record: Record[Stored]): ujson.Obj =
    val json = ujson.Obj(
      "offset"  -> ujson.Num(record.offset.sequence.toDouble),
      "stream"  -> record.stream,
      "version" -> ujson.Num(record.version.toDouble),
      "at"      -> record.at.toString
    )
    if record.tags.nonEmpty then json("tags") = ujson.Arr.from(record.tags.toVector.sorted)
    record.key.foreach(key => json("key") = key.toString)
    json("type") = typeOf(record.value.schema)
    json("schema") = fingerprint(record.value.schema)
    record.value.inspect match
      case Right(value) => json("value") = ValueJson.of(value)
      case Left(error)  => json("error") = error.getMessage
    json

  def of(record: Record[Stored], asJson: Boolean): String =
    if asJson then ujson.write(json(record)) else line(record)

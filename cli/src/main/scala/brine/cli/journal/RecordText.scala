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

  private inline val LongestValue = 1000
  private inline val Whole        = 1 << 30

  def line(record: Record[Stored], isWhole: Boolean): String =
    val tags = if record.tags.isEmpty then "" else record.tags.toVector.sorted.mkString("  [", ", ", "]")
    val key  = record.key.fold("")(key => s"  key $key")
    Ending.oneLine(
      s"${record.offset.sequence}  ${record.at}  ${record.stream} ${record.version}  " +
        s"${if isWhole then value(record, Whole) else shown(record)}$tags$key",
      Whole
    )

  /** The value, or its beginning and how to see all of it. */
  private def shown(record: Record[Stored]): String =
    val text = value(record, LongestValue)
    if text.length <= LongestValue then text
    else s"${text.take(LongestValue)}… (cut after $LongestValue characters: --whole or --json prints all)"

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

  /** The record for people, with long values cut unless `isWhole`, or as JSON, which is always whole. */
  def of(record: Record[Stored], asJson: Boolean, isWhole: Boolean): String =
    if asJson then Ending.json(json(record)) else line(record, isWhole)

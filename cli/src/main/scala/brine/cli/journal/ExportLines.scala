package brine.cli.journal

import brine.codec.Schema
import brine.journal.tools.ExportedRecord
import brine.journal.{Offset, Record, Stored}
import java.time.Instant
import java.util.{Base64, UUID}
import scala.collection.mutable
import scala.util.control.NonFatal

/** The lines of an export: a header, the records, each schema before the first record that needs it, and last the
  * number of records.
  */
private[journal] object ExportLines:
  private inline val Version = 1

  /** Numbers that JSON readers keep exactly. */
  private def number(of: Long): ujson.Num = ujson.Num(of.toDouble)

  /** Creates lines. */
  final class Writer:
    private val known = mutable.HashSet.empty[Long]

    /** @param identity
      *   what identifies the log: a name, and a value
      */
    def first(identity: (String, String), from: Long): String =
      Ending.json(
        ujson.Obj("kind" -> "export", "format" -> Version, identity._1 -> identity._2, "from" -> number(from))
      )

    def record(exported: ExportedRecord): Vector[String] =
      val schema = exported.record.value.schema
      val line   = Ending.json(json(exported))
      if known.add(schema.fingerprint) then Vector(schemaLine(schema), line) else Vector(line)

    private def schemaLine(schema: Schema): String = Ending.json(
      ujson.Obj(
        "kind"      -> "schema",
        "schema"    -> RecordText.fingerprint(schema),
        "type"      -> RecordText.typeOf(schema),
        "text"      -> schema.toString,
        "canonical" -> Base64.getEncoder.encodeToString(schema.canonical)
      )
    )

    private def json(exported: ExportedRecord): ujson.Obj =
      val json = ujson.Obj("kind" -> "record")
      RecordText.json(exported.record).value.foreach((name, value) => json(name) = value)
      if exported.keyEvents > 1 then json("keyEvents") = exported.keyEvents
      json("bytes") = Base64.getEncoder.encodeToString(exported.record.value.bytes)
      json

    def last(records: Long): String = Ending.json(ujson.Obj("kind" -> "end", "records" -> number(records)))

  /** Parses lines. */
  final class Reader:
    private val schemas = mutable.HashMap.empty[String, Schema]
    private var begun   = false
    private var records = 0L

    /** Whether the last line was read. */
    var isEnded = false

    /** Parses a line: a record, nothing, or what is wrong with it. */
    def line(text: String): Either[String, Option[ExportedRecord]] =
      if isEnded then Left("there is more after the end of the export") else parse(text).flatMap(read)

    private def parse(text: String): Either[String, ujson.Value] =
      try Right(ujson.read(text))
      catch case NonFatal(_) => Left("not JSON")

    private def read(json: ujson.Value): Either[String, Option[ExportedRecord]] =
      try
        json("kind").str match
          case "export"    => first(json)
          case _ if !begun => Left("not an export: it does not begin with a line of kind export")
          case "schema"    => schema(json)
          case "record"    =>
            records += 1
            record(json).map(Some(_))
          case "end"   => last(json)
          case unknown => Left(s"a line of kind '$unknown', which this release does not know")
      catch case NonFatal(error) => Left(s"not a line of an export: ${error.getMessage}")

    private def first(json: ujson.Value): Either[String, None.type] =
      val format = json("format").num.toInt
      begun = true
      if format > Version then Left(s"an export of format $format, newer than this release reads: use a newer release")
      else Right(None)

    private def last(json: ujson.Value): Either[String, None.type] =
      isEnded = true
      val said = json("records").num.toLong
      if said != records then Left(s"the export had $said records, but there are $records in it") else Right(None)

    private def schema(json: ujson.Value): Either[String, None.type] =
      Schema.fromCanonical(Base64.getDecoder.decode(json("canonical").str)) match
        case Left(error) => Left(s"not a schema: ${error.getMessage}")
        case Right(schema) if RecordText.fingerprint(schema) != json("schema").str =>
          Left("a schema of another fingerprint than it says")
        case Right(schema) =>
          schemas(json("schema").str) = schema
          Right(None)

    private def record(json: ujson.Value): Either[String, ExportedRecord] =
      val fields = json.obj
      schemas.get(json("schema").str) match
        case None         => Left(s"schema ${json("schema").str} is not in the lines before: an unknown schema")
        case Some(schema) =>
          val stored = Stored(schema, Base64.getDecoder.decode(json("bytes").str))
          val record = Record(
            Offset(json("offset").num.toLong),
            json("stream").str,
            json("version").num.toLong,
            Instant.parse(json("at").str),
            fields.get("tags").fold(Set.empty)(_.arr.map(_.str).toSet),
            fields.get("key").map(key => UUID.fromString(key.str)),
            stored
          )
          val exported =
            ExportedRecord(record, if record.key.isEmpty then 0 else fields.get("keyEvents").fold(1)(_.num.toInt))
          if fields.get("value").forall(_ == valueOf(stored)) then Right(exported)
          else
            Left(
              "its value is not what its bytes say; the bytes are what is imported: leave value out, or export again"
            )

    private def valueOf(stored: Stored): ujson.Value =
      stored.inspect.fold(error => ujson.Str(error.getMessage), value => ujson.read(Ending.json(ValueJson.of(value))))

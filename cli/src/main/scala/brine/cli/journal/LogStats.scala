package brine.cli.journal

import brine.journal.{EventLogReader, ReadError, Record, Stored}
import java.time.Instant
import scala.collection.mutable

/** Counts the records of a log by what every store has: streams, schemas, tags and keys. For one use. */
private[journal] final class LogStats(log: EventLogReader, top: Int):
  import LogStats.Count

  private val streams  = mutable.HashMap.empty[String, Count]
  private val schemas  = mutable.HashMap.empty[String, Count]
  private val tags     = mutable.HashMap.empty[String, Count]
  private val all      = Count()
  private var largest  = 0L
  private var keys     = 0L
  private var earliest = Option.empty[Instant]
  private var latest   = Option.empty[Instant]

  /** Reads all records. */
  def count(): Either[ReadError, Unit] =
    val line = RecordProgress("stats")
    val end  = log.durable.sequence
    log
      .readAll[Stored]()
      .foreach: record =>
        add(record)
        if all.records % LogStats.Between == 0 then line.show("counted", all.records, end - record.offset.sequence)

  private def add(record: Record[Stored]): Unit =
    val bytes  = record.value.bytes.length
    val schema = record.value.schema
    all.add(bytes)
    streams.getOrElseUpdate(record.stream, Count()).add(bytes)
    schemas.getOrElseUpdate(s"${RecordText.typeOf(schema)} ${RecordText.fingerprint(schema)}", Count()).add(bytes)
    record.tags.foreach(tags.getOrElseUpdate(_, Count()).add(bytes))
    largest = math.max(largest, bytes)
    if record.key.isDefined then keys += 1
    if earliest.isEmpty then earliest = Some(record.at)
    latest = Some(record.at)

  def text: String =
    val times = earliest.zip(latest).fold("")((from, to) => s"times     $from to $to\n")
    s"""records   ${all.records}, ${Ending.bytes(all.payload)} of values; the largest has ${Ending.bytes(largest)}
       |${times}streams   ${streams.size}; ${Ending.count(keys, "idempotency key")}
       |""".stripMargin + table("stream", streams, top) + table("schema", schemas) + table("tag", tags, top)

  private def rows(of: mutable.HashMap[String, Count], most: Int) =
    of.toVector.sortBy((name, count) => (-count.records, name)).take(most)

  private def table(what: String, of: mutable.HashMap[String, Count], most: Int = Int.MaxValue): String =
    rows(of, most)
      .map: (name, count) =>
        s"  $what ${Ending.oneLine(name)}: ${Ending.count(count.records, "record")}, ${Ending.bytes(count.payload)}\n"
      .mkString

  def json: ujson.Obj = ujson.Obj(
    "records"       -> ujson.Num(all.records.toDouble),
    "payload"       -> ujson.Num(all.payload.toDouble),
    "largestRecord" -> ujson.Num(largest.toDouble),
    "earliest"      -> earliest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString)),
    "latest"        -> latest.fold[ujson.Value](ujson.Null)(at => ujson.Str(at.toString)),
    "keys"          -> ujson.Num(keys.toDouble),
    "streamCount"   -> streams.size,
    "streams"       -> json(streams, top),
    "schemas"       -> json(schemas, Int.MaxValue),
    "tags"          -> json(tags, top)
  )

  private def json(of: mutable.HashMap[String, Count], most: Int): ujson.Arr = ujson.Arr.from(
    rows(of, most).map: (name, count) =>
      ujson.Obj(
        "name"    -> name,
        "records" -> ujson.Num(count.records.toDouble),
        "payload" -> ujson.Num(count.payload.toDouble)
      )
  )

private object LogStats:
  private final val Between = 1000L

  private final class Count(var records: Long = 0, var payload: Long = 0):
    def add(bytes: Int): Unit =
      records += 1
      payload += bytes

package brine.entity.effect.crash

import brine.entity.effect.EffectKey
import brine.journal.Record
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path, StandardOpenOption}
import scala.collection.mutable
import scala.jdk.CollectionConverters.*

/** The receiver of effects of programs that are killed: a file with a line for each call. It has offset, stream,
  * version and key of the record.
  */
private[entity] object ReceiverFile:
  /** Writes calls. Thread-safe. */
  final class Writer(file: Path):
    private val channel = Files.newByteChannel(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)

    def write(record: Record[?], key: EffectKey): Unit =
      val line = s"${record.offset.sequence} ${record.stream} ${record.version} ${key.text} ${key.uuid}\n"
      synchronized(channel.write(ByteBuffer.wrap(line.getBytes(UTF_8)))): Unit

  /** How often the effect of each offset was executed.
    *
    * @throws AssertionError
    *   if an event of a stream came before the one before it, or with two keys
    */
  def executed(file: Path): collection.Map[Long, Int] =
    val executed = mutable.HashMap.empty[Long, Int]
    val keys     = mutable.HashMap.empty[Long, String]
    val versions = mutable.HashMap.empty[String, Long]
    if Files.exists(file) then
      Files
        .readAllLines(file)
        .asScala
        .map(_.split(' '))
        .foreach:
          case Array(offset, stream, version, text, uuid) =>
            val at   = offset.toLong
            val last = versions.getOrElse(stream, 0L)
            demand(version.toLong <= last + 1, s"version $version of $stream comes after $last")
            versions(stream) = math.max(last, version.toLong)
            executed(at) = executed.getOrElse(at, 0) + 1
            val key = keys.getOrElseUpdate(at, text + uuid)
            demand(key == text + uuid, s"the effect of $at has the keys $key and $text$uuid")
          case other => throw AssertionError(s"${other.toVector} is no line")
    executed

  private def demand(holds: Boolean, problem: => String): Unit = if !holds then throw AssertionError(problem)

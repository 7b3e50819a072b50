package brine.journal.testkit

import brine.journal.*
import brine.journal.testkit.internal.{Acknowledged, CrashEvent}
import brine.journal.tools.Verification
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** Reads a journal of [[RefusedWriter]] without changing anything. Checks that every acknowledged event is there and
  * that verification finds no damage.
  *
  * Arguments: the journal's folder, a file with the lines of the writer. Prints a line of counts and exits with code 0,
  * or says what is wrong and exits with code 1.
  */
object ReaderCheck:
  def main(arguments: Array[String]): Unit =
    val folder       = Path.of(arguments(0))
    val acknowledged = Acknowledged()
    Files.readAllLines(Path.of(arguments(1))).asScala.foreach(acknowledged.add)
    val problem = check(folder, acknowledged.required(0, power = false))
    println(problem.fold(identity, events => s"$events events read, sound"))
    if problem.isLeft then sys.exit(1)

  private def check(folder: Path, required: Long): Either[String, Long] =
    for
      events   <- JournalReader.tryOpen(folder).left.map(said).flatMap(read)
      verified <- Verification.of(folder).left.map(said)
      _        <- Either.cond(verified.isSound, (), s"not sound: ${verified.damages.mkString("; ")}")
      _        <- Either.cond(events >= required, (), s"event $required was acknowledged; $events are there")
      _        <- Either.cond(verified.records >= events, (), s"$verified verified, $events read")
    yield events

  private def said(error: JournalError): String = error.message

  private def read(reader: JournalReader): Either[String, Long] = Using.resource(reader): _ =>
    var version = 0L
    var wrong   = Option.empty[String]
    reader
      .read[CrashEvent](CrashEvent.stream(0))
      .foreach: record =>
        version += 1
        if record.value != CrashEvent(0, version) then wrong = Some(s"event $version is not what was submitted")
      .left
      .map(said)
      .flatMap(_ => wrong.toLeft(version))

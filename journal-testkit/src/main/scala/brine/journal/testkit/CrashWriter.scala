package brine.journal.testkit

import brine.journal.*
import brine.journal.testkit.internal.{Acknowledged, CrashEvent}
import java.io.PrintStream
import java.nio.file.Path
import java.util.SplittableRandom
import scala.collection.mutable

/** Appends to a journal from several threads until it is killed. Prints a line after each append that was acknowledged.
  * [[CrashCheck]] can check what it appends.
  *
  * Arguments: the journal's folder, a seed, the number of writers. If an append fails, prints a line that begins with
  * `failed` and exits with code 3.
  */
object CrashWriter:
  def main(arguments: Array[String]): Unit =
    val folder  = Path.of(arguments(0))
    val seed    = arguments(1).toLong
    val writers = arguments(2).toInt
    val journal = Journal.open(folder, settings)
    val out     = PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false)
    say(out, "open")
    val threads =
      for writer <- 0 until writers
      yield Thread
        .ofPlatform()
        .start: () =>
          try write(journal, writer, SplittableRandom(seed + writer), out)
          catch
            case error: Throwable =>
              say(out, s"failed $writer: $error")
              Runtime.getRuntime.halt(3)
    threads.foreach(_.join())

  /** Small segments, so that they end and begin often. */
  private[testkit] val settings: JournalSettings = JournalSettings(segmentSize = 256 << 10)

  private def write(journal: Journal, writer: Int, random: SplittableRandom, out: PrintStream): Unit =
    val stream = CrashEvent.stream(writer)
    var number = journal.version(stream).fold(error => throw JournalException(error), identity)
    val flying = mutable.Queue.empty[(Completion, Long, Level)]
    while true do
      val count  = 1 + random.nextInt(4)
      val events = (number + 1 to number + count).map(CrashEvent(writer, _))
      val level  = Level.values()(random.nextInt(Level.values.length))
      val key    = CrashEvent.key(writer, number + 1)
      flying += ((
        journal.append(stream, ExpectedVersion(number), events, Some(key), Set(s"tag-${number % 3}"), level),
        number + count,
        level
      ))
      number += count
      while flying.size > 16 || flying.nonEmpty && random.nextInt(3) == 0 do
        val (completion, last, level) = flying.dequeue()
        completion.await() match
          case Right(_)    => say(out, Acknowledged.line(writer, last, level))
          case Left(error) => throw JournalException(error)

  private def say(out: PrintStream, line: String): Unit = out.synchronized:
    out.print(line + "\n")
    out.flush()

package brine.journal.testkit

import brine.journal.*
import brine.journal.testkit.internal.{Acknowledged, CrashEvent}
import java.io.PrintStream
import java.nio.file.Path
import java.util.SplittableRandom
import scala.collection.mutable

/** Appends to a journal at all levels, also while it refuses appends, until a line or the end of standard input tells
  * it to close. Prints a line for each
  *
  *   - acknowledged append, after it was acknowledged, as [[CrashWriter]] does;
  *   - change of the journal's state: `state …`;
  *   - first refusal after an acknowledged append: `refused …`; then `readable N`, once everything acknowledged could
  *     be read, or `unreadable …`;
  *   - first acknowledgement after a refusal: `again`.
  *
  * Arguments: the journal's folder, milliseconds between appends. If an append fails in another way, prints a line that
  * begins with `failed` and exits with code 3.
  */
object RefusedWriter:
  /** Segments of 4 MiB, so that some fit on a small disk. */
  private[testkit] val settings: JournalSettings = JournalSettings(segmentSize = 4 << 20, firstSegmentSize = 4 << 20)

  def main(arguments: Array[String]): Unit =
    Journal.tryOpen(Path.of(arguments(0)), settings) match
      case Left(error) =>
        println(s"${error.productPrefix}: ${error.message}")
        sys.exit(1)
      case Right(journal) =>
        val writer = RefusedWriter(journal, arguments(1).toLong)
        journal.onStateChange(state => writer.say(s"state $state"))
        writer.say(s"open ${journal.state}")
        val stop = Thread.ofPlatform().daemon().start(() => System.in.read(): Unit)
        try while stop.isAlive do writer.step()
        catch
          case error: Throwable =>
            writer.say(s"failed $error")
            Runtime.getRuntime.halt(3)
        writer.drain()
        journal.close()
        writer.say("closed")

private final class RefusedWriter(journal: Journal, pause: Long):
  private val out    = PrintStream(java.io.FileOutputStream(java.io.FileDescriptor.out), false)
  private val random = SplittableRandom(1)
  private val stream = CrashEvent.stream(0)
  private val flying = mutable.Queue.empty[(Completion, Long, Level)]
  // Numbers of the last event submitted, and of the last one acknowledged.
  private var number       = journal.version(stream).fold(error => throw JournalException(error), identity)
  private var acknowledged = number
  private var isRefused    = false

  def step(): Unit =
    val count = 1 + random.nextInt(4)
    val level = Level.values()(random.nextInt(Level.values.length))
    flying += ((
      journal.append(
        stream,
        ExpectedVersion(number),
        (number + 1 to number + count).map(CrashEvent(0, _)),
        level = level
      ),
      number + count,
      level
    ))
    number += count
    if isRefused || flying.size > 16 then drain()
    if pause > 0 then Thread.sleep(pause)

  /** Waits for all appends in flight. Those after a refused append fail, because they expect a version that is not
    * there.
    */
  def drain(): Unit =
    var refusal: Option[AppendError] = None
    while flying.nonEmpty do
      val (completion, last, level) = flying.dequeue()
      completion.await() match
        case Right(_) =>
          say(Acknowledged.line(0, last, level))
          acknowledged = last
          if isRefused && refusal.isEmpty then
            isRefused = false
            say("again")
        case Left(error: AppendError.ReadOnly)                     => if refusal.isEmpty then refusal = Some(error)
        case Left(_: AppendError.WrongVersion) if refusal.nonEmpty => ()
        case Left(error)                                           => throw JournalException(error)
    for error <- refusal do
      number = acknowledged
      if !isRefused then
        isRefused = true
        say(s"refused ${error.message}")
        say(read())
      Thread.sleep(20)

  /** Reads everything, and compares it with what was submitted. */
  private def read(): String =
    var version = 0L
    journal
      .read[CrashEvent](stream)
      .foreach: record =>
        version += 1
        if record.value != CrashEvent(0, version) then throw AssertionError(s"event $version is not what was submitted")
    match
      case Left(error)                         => s"unreadable ${error.message}"
      case Right(()) if version < acknowledged => throw AssertionError(s"$version of $acknowledged events are there")
      case Right(())                           => s"readable $version"

  def say(line: String): Unit = out.synchronized:
    out.print(line + "\n")
    out.flush()

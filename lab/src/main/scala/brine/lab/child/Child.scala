package brine.lab.child

import java.io.{BufferedReader, InputStreamReader}
import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path}
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.*

/** Runs one child JVM: passes on its output lines, limits its time, and ends it reliably. */
object Child:

  enum End:
    /** The process ended by itself. */
    case Exited(code: Int)

    /** It was ended because it was silent for too long or exceeded its time limit. */
    case TimedOut

    /** It was ended because the run was cancelled. */
    case Cancelled

  /** How the child ended.
    *
    * @param millis
    *   wall time in milliseconds, from just before the start to the end
    */
  final case class Outcome(end: End, millis: Double)

  private enum Event:
    case Line(text: String, millis: Double)
    case EndOfOutput

  /** Runs a command to its end.
    *
    * @param log
    *   file that receives the child's standard error
    * @param limit
    *   longest time it may run
    * @param silence
    *   longest time it may be silent
    * @param onLine
    *   called with each line of standard output, and the milliseconds since just before the process started
    */
  def run(
      command: List[String],
      log: Path,
      limit: FiniteDuration,
      silence: FiniteDuration,
      cancellation: Cancellation
  )(onLine: (String, Double) => Unit): Outcome =
    Files.createDirectories(log.getParent)
    val started = System.nanoTime()
    def elapsed = (System.nanoTime() - started) / 1e6
    val builder = new ProcessBuilder(command*).redirectError(log.toFile)
    builder.redirectInput(ProcessBuilder.Redirect.from(java.io.File("/dev/null")))
    val process = builder.start()
    try
      val events = LinkedBlockingQueue[Event]()
      val reader = Thread.ofPlatform.daemon
        .name("lab-child-output")
        .start: () =>
          try
            val in = BufferedReader(InputStreamReader(process.getInputStream, StandardCharsets.UTF_8))
            Iterator
              .continually(in.readLine())
              .takeWhile(_ != null)
              .foreach(line => events.put(Event.Line(line, elapsed)))
          catch case _: java.io.IOException => ()
          finally events.put(Event.EndOfOutput)
      val end = follow(process, events, started + limit.toNanos, silence.toNanos, cancellation, onLine)
      reader.join(1000)
      Outcome(end, elapsed)
    finally destroy(process)

  private def follow(
      process: Process,
      events: LinkedBlockingQueue[Event],
      deadline: Long,
      silence: Long,
      cancellation: Cancellation,
      onLine: (String, Double) => Unit
  ): End =
    var end   = Option.empty[End]
    var heard = System.nanoTime()
    while end.isEmpty do
      if cancellation.requested then end = Some(End.Cancelled)
      else if System.nanoTime() > deadline || System.nanoTime() - heard > silence then end = Some(End.TimedOut)
      else
        events.poll(100, TimeUnit.MILLISECONDS) match
          case Event.Line(text, millis) =>
            heard = System.nanoTime()
            onLine(text, millis)
          case Event.EndOfOutput => end = Some(ending(process, deadline, cancellation))
          case null              => ()
    end.get

  /** The output has ended; the process ends soon after, unless something blocks it. */
  private def ending(process: Process, deadline: Long, cancellation: Cancellation): End =
    val patience = math.max(1000L, math.min(10000L, (deadline - System.nanoTime()) / 1000000L))
    if !process.waitFor(patience, TimeUnit.MILLISECONDS) then End.TimedOut
    else
      val code = process.exitValue
      // A terminal also sends Ctrl-C to the child, which may end before our own hook runs.
      if code == 130 || code == 143 then cancellation.await(500)
      if cancellation.requested then End.Cancelled else End.Exited(code)

  private def destroy(process: Process): Unit =
    process.descendants.forEach(child => { val _ = child.destroyForcibly() })
    process.destroyForcibly()
    val _ = process.waitFor(5, TimeUnit.SECONDS)

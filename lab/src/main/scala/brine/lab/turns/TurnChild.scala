package brine.lab.turns

import brine.lab.child.{Cancellation, LogTail}
import java.io.{BufferedReader, IOException, InputStreamReader, OutputStreamWriter}
import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path}
import java.util.concurrent.{LinkedBlockingQueue, TimeUnit}
import scala.concurrent.duration.FiniteDuration

/** A JVM that waits for its turns. It works only between a command and its answer. Used by one thread at a time.
  *
  * The constructor throws an `IOException` if the JVM cannot be started.
  *
  * @param onCell
  *   receives the line of each cell that ends early: its status is not `ok`
  */
final class TurnChild(command: List[String], log: Path, cancellation: Cancellation, onCell: ujson.Value => Unit)
    extends AutoCloseable:
  private val process =
    Files.createDirectories(log.getParent)
    ProcessBuilder(command*).redirectError(log.toFile).start()
  private val input  = OutputStreamWriter(process.getOutputStream, StandardCharsets.UTF_8)
  private val output = LinkedBlockingQueue[Option[String]]()

  private var death = Option.empty[(String, String)]

  locally:
    val _ = Thread.ofPlatform.daemon
      .name("lab-turn-output")
      .start: () =>
        try
          val in = BufferedReader(InputStreamReader(process.getInputStream, StandardCharsets.UTF_8))
          Iterator.continually(in.readLine()).takeWhile(_ != null).foreach(line => output.put(Some(line)))
        catch case _: IOException => ()
        finally output.put(None)

  /** Why the child can take no further turns, as a status and a note; `None` while it lives. */
  def ended: Option[(String, String)] = death

  /** Sends a command; a child that has ended ignores it. */
  def send(line: String): Unit =
    if death.isEmpty then
      try
        input.write(line + "\n")
        input.flush()
      catch case _: IOException => () // the end of its output tells why

  /** Waits for an event.
    *
    * @param silence
    *   longest time without any line
    * @param each
    *   receives the events before it
    * @return
    *   the event's line, or `None` if the child has ended or was ended, or the run was cancelled
    */
  def await(event: String, silence: FiniteDuration)(each: ujson.Value => Unit = _ => ()): Option[ujson.Value] =
    var found = Option.empty[ujson.Value]
    var heard = System.nanoTime()
    while found.isEmpty && death.isEmpty do
      if cancellation.requested then end("skipped", "the run was cancelled")
      else if System.nanoTime() - heard > silence.toNanos then
        end("timeout", s"ended after ${silence.toSeconds} s without a sign of work")
      else
        Option(output.poll(100, TimeUnit.MILLISECONDS)).foreach:
          case Some(text) =>
            heard = System.nanoTime()
            if text.startsWith("{") then
              val line = ujson.read(text)
              line("event").str match
                case `event` => found = Some(line)
                case "cell"  => onCell(line)
                case _       => each(line)
          case None => died()
    found

  private def died(): Unit =
    val _    = process.waitFor(10, TimeUnit.SECONDS)
    val said = LogTail.lastError(log)
    // A terminal also sends Ctrl-C to the children, which may end before our own hook runs.
    if !process.isAlive && Set(130, 143)(process.exitValue) then cancellation.await(500)
    if cancellation.requested then end("skipped", "the run was cancelled")
    else if said.contains("OutOfMemoryError") then end("oom", said)
    else
      end("crashed", s"the process ended${if process.isAlive then "" else s" with code ${process.exitValue}"}: $said")

  private def end(status: String, note: String): Unit =
    death = Some((status, note))
    destroy()

  private def destroy(): Unit =
    process.descendants.forEach(child => { val _ = child.destroyForcibly() })
    val _ = process.destroyForcibly()

  /** Ends the child: by the end of its input, so that it can stop a server, or by force after ten seconds. */
  def close(): Unit =
    try input.close()
    catch case _: IOException => ()
    if death.nonEmpty || !process.waitFor(10, TimeUnit.SECONDS) then destroy()
    val _ = process.waitFor(5, TimeUnit.SECONDS)

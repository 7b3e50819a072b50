package brine.lab.results

import brine.lab.failure.RunFailure
import java.io.{ByteArrayOutputStream, IOException, OutputStream}
import java.nio.charset.StandardCharsets
import java.nio.file.{Files, Path, StandardOpenOption}
import upickle.default.writeJs

/** Appends lines to a results file and flushes each at once: a killed run keeps every finished cell. One owner, one
  * thread.
  */
final class ResultsWriter(out: OutputStream, where: String) extends AutoCloseable:

  def environment(fields: ujson.Obj): Unit = line(tagged("environment", fields))
  def library(row: LibraryRow): Unit       = line(tagged("library", writeJs(row).obj))
  def cell(cell: Cell): Unit               = line(Cell.toJson(cell))
  def end(fields: ujson.Obj): Unit         = line(tagged("end", fields))

  private def tagged(kind: String, fields: ujson.Obj): ujson.Obj =
    val line = ujson.Obj("kind" -> kind)
    for (name, value) <- fields.value if name != "kind" do line(name) = value
    line

  private def line(json: ujson.Obj): Unit =
    try
      // One write per line, so that a full disk leaves whole lines and at most one truncated last line.
      out.write((ujson.write(json) + "\n").getBytes(StandardCharsets.UTF_8))
      out.flush()
    catch
      case failure: IOException =>
        val reason = Disk.reason(failure, "run the same command with --resume")
        throw RunFailure(s"cannot write $where: $reason. What was written before stays valid")

  def close(): Unit =
    try out.close()
    catch case _: IOException => ()

object ResultsWriter:
  /** The bytes of a results file, without the truncated lines that its reader left out. */
  def lines(results: Results): Array[Byte] =
    val bytes  = ByteArrayOutputStream()
    val writer = ResultsWriter(bytes, "a results file")
    results.environments.take(1).foreach(writer.environment)
    results.libraries.foreach(writer.library)
    results.cells.foreach(writer.cell)
    results.environments.drop(1).foreach(writer.environment)
    results.ends.foreach(writer.end)
    bytes.toByteArray

  /** Opens `file` for appending; first completes a truncated last line, so that it does not absorb the next one. */
  def append(file: Path): ResultsWriter =
    val torn = Files.exists(file) && Files.size(file) > 0 && !endsWithNewline(file)
    Disk.writing(file, "run the same command again"):
      val out = Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND)
      if torn then out.write('\n')
      ResultsWriter(out, file.toString)

  private def endsWithNewline(file: Path): Boolean =
    val channel = Files.newByteChannel(file)
    try
      val last = java.nio.ByteBuffer.allocate(1)
      channel.position(channel.size - 1)
      channel.read(last) == 1 && last.get(0) == '\n'
    finally channel.close()

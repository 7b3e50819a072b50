package brine.journal.testkit

import brine.journal.*
import java.nio.file.Path
import scala.io.StdIn

/** Opens journals one after the other, appends on request and prints what came of it, for tests with several writers.
  *
  * Reads lines: `open NAME FOLDER` opens a journal, `append N` appends N events to the stream of that name, one after
  * the other, and `close` closes the journal. Ends with its input.
  */
object SecondWriter:
  def main(arguments: Array[String]): Unit = lines.foreach:
    case s"open $name $folder" => write(Path.of(folder), name)
    case other                 => throw IllegalArgumentException(s"'$other' with no journal open")

  private def lines: Iterator[String] = Iterator.continually(StdIn.readLine()).takeWhile(_ != null)

  private def write(folder: Path, name: String): Unit =
    Journal.tryOpen(folder, JournalSettings(segmentSize = 1 << 16)) match
      case Left(error)    => println(s"refused ${error.productPrefix}: ${error.message}")
      case Right(journal) =>
        println(s"opened ${journal.durable.sequence}")
        lines.takeWhile(_ != "close").foreach(line => append(journal, name, line.drop("append ".length).toInt))
        println(s"state ${journal.state}")
        try journal.close()
        catch case error: JournalException => println(s"close: ${error.getMessage}")
    println("end")

  private def append(journal: Journal, name: String, count: Int): Unit =
    for i <- 1 to count do
      journal.append(name, ExpectedVersion.Any, Seq(s"$name $i " + "x" * 100)).await() match
        case Right(done) => println(s"ack ${done.version}")
        case Left(error) => println(s"${error.productPrefix}: ${error.message}")
    println("done")

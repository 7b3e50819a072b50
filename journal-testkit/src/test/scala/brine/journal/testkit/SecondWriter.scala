package brine.journal.testkit

import brine.journal.*
import java.nio.file.Path
import scala.io.StdIn

/** Opens a journal, appends on request and prints what came of it, for tests with several writers.
  *
  * Reads lines: `append N` appends N events one after the other, `close` ends it.
  */
object SecondWriter:
  def main(arguments: Array[String]): Unit =
    Journal.tryOpen(Path.of(arguments(0)), JournalSettings(segmentSize = 1 << 16)) match
      case Left(error)    => println(s"refused ${error.productPrefix}: ${error.message}")
      case Right(journal) =>
        println(s"opened ${journal.durable.sequence}")
        Iterator
          .continually(StdIn.readLine())
          .takeWhile(line => line != null && line != "close")
          .foreach(line => append(journal, arguments(1), line.drop("append ".length).toInt))
        println(s"state ${journal.state}")
        journal.close()
    println("end")

  private def append(journal: Journal, name: String, count: Int): Unit =
    for i <- 1 to count do
      journal.append(name, ExpectedVersion.Any, Seq(s"$name $i " + "x" * 100)).await() match
        case Right(done) => println(s"ack ${done.version}")
        case Left(error) => println(s"${error.productPrefix}: ${error.message}")
    println("done")

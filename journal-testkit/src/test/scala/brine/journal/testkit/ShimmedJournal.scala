package brine.journal.testkit

import brine.journal.*
import brine.journal.testkit.internal.CrashEvent
import java.nio.file.{Files, Path}
import scala.concurrent.duration.*

/** Appends to a journal one event after the other, and prints what became of each, for tests of failing system calls.
  *
  * Arguments: the journal's folder; a file to make after ten appends, from which on calls fail; a file to make when an
  * append was refused because there is no space, from which on there is; after how many appends to end.
  */
object ShimmedJournal:
  def main(arguments: Array[String]): Unit =
    val journal   = Journal.open(Path.of(arguments(0)), CrashWriter.settings)
    val arm       = Path.of(arguments(1))
    val release   = Path.of(arguments(2))
    val stream    = CrashEvent.stream(0)
    var number    = journal.version(stream).toOption.get
    var failures  = 0
    var recovered = 0
    val until     = 30.seconds.fromNow
    var acks      = 0
    val most      = arguments(3).toInt
    while acks < most && failures < 4 && recovered < 20 && until.hasTimeLeft() do
      if acks == 10 && !Files.exists(arm) then Files.createFile(arm): Unit
      journal.append(stream, ExpectedVersion.Any, Seq(CrashEvent(0, number + 1))).await() match
        case Right(_) =>
          number += 1
          acks += 1
          if failures > 0 || Files.exists(release) then recovered += 1
          println(s"ack 0 $number Disk .")
        case Left(AppendError.ReadOnly(reason)) =>
          if !Files.exists(release) then
            println(s"read-only: $reason")
            Files.createFile(release): Unit
          Thread.sleep(20)
        case Left(error) =>
          failures += 1
          println(s"${error.productPrefix}: ${error.message}")
    println(s"state: ${journal.state}")
    try journal.close()
    catch case error: JournalException => println(s"close: ${error.getMessage}")
    println("end")

package brine.lab.run

import java.nio.file.{Files, Path}
import scala.util.Try

/** Processor time since the machine was started, in ticks of its clock.
  *
  * @param all
  *   of all cores, idle or not
  * @param busy
  *   of all cores that worked, also for other machines of the same host
  * @param own
  *   of this process and its children that have ended
  */
final case class ProcessorTime(all: Double, busy: Double, own: Double):
  /** The share of all cores' time that other programs have taken since an earlier moment.
    *
    * @param servers
    *   what servers of this run have taken since then that are no children of it
    */
  def othersSince(earlier: ProcessorTime, servers: Double): Double =
    val passed = all - earlier.all
    val others = (busy - earlier.busy) - (own - earlier.own) - servers
    if passed <= 0 then 0 else (others / passed).max(0)

object ProcessorTime:
  /** The time now; `None` where the system has no `/proc`. */
  def now(): Option[ProcessorTime] =
    Try(of(Files.readString(Path.of("/proc/stat")), Files.readString(Path.of("/proc/self/stat")))).toOption.flatten

  /** Reads the texts of `/proc/stat` and `/proc/self/stat`. */
  def of(machine: String, process: String): Option[ProcessorTime] = Try:
    // User, nice, system, idle, waiting for disks, two kinds of interrupts, stolen by the host. The fields after these
    // are parts of the first two.
    val ticks = machine.linesIterator.next().trim.split(" +").slice(1, 9).map(_.toDouble)
    // The name of the program may contain anything; after it and the state, the times are the 12th to 15th field.
    val own = process.drop(process.lastIndexOf(')') + 1).trim.split(" +").slice(11, 15).map(_.toDouble)
    if ticks.length < 8 || own.length < 4 then throw IllegalArgumentException("too few fields")
    ProcessorTime(ticks.sum, ticks.sum - ticks(3) - ticks(4), own.sum)
  .toOption

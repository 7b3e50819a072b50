package brine.journal.testkit.internal

import brine.journal.Level
import scala.collection.mutable

/** For each writer and level, the last acknowledged event. Owned by one thread.
  *
  * Lines are `ack WRITER NUMBER LEVEL .`; other lines, and a line that was cut, are ignored.
  */
private[testkit] final class Acknowledged:
  private val last = mutable.HashMap.empty[(Int, Level), Long]
  private var all  = 0L

  def count: Long = all

  def add(line: String): Unit = line.split(' ') match
    case Array("ack", writer, number, level, ".") =>
      all += 1
      last.updateWith((writer.toInt, Level.valueOf(level)))(before =>
        Some(math.max(before.getOrElse(0L), number.toLong))
      ): Unit
    case _ => ()

  /** The last event of a writer that must be there. Events of a writer become durable in order, so it covers those
    * before.
    *
    * @param power
    *   true after a power cut, which leaves what was acknowledged as durable; false if only the process was killed
    */
  def required(writer: Int, power: Boolean): Long =
    val levels = if power then Seq(Level.Disk) else Seq(Level.OsCache, Level.Disk)
    levels.map(level => last.getOrElse((writer, level), 0L)).max

  def clear(): Unit = last.clear()

private[testkit] object Acknowledged:
  // The dot marks a whole line: without it, a line cut within its level or number would count.
  def line(writer: Int, number: Long, level: Level): String = s"ack $writer $number $level ."

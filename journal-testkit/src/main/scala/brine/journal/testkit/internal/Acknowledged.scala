package brine.journal.testkit.internal

import brine.journal.Level
import scala.collection.mutable

/** The last event of each writer that was acknowledged at each level. Owned by one thread.
  *
  * Lines are `ack WRITER NUMBER LEVEL`; others, and a line that was cut, say nothing.
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

  /** The last event of a writer that has to be there. Events of a writer are durable in their order, so that one covers those before it.
    *
    * @param power
    *   after a power cut, which leaves what was acknowledged as on the disk; otherwise only the process was killed
    */
  def required(writer: Int, power: Boolean): Long =
    val levels = if power then Seq(Level.Disk) else Seq(Level.OsCache, Level.Disk)
    levels.map(level => last.getOrElse((writer, level), 0L)).max

  def clear(): Unit = last.clear()

private[testkit] object Acknowledged:
  // The dot tells a whole line from one that was cut within its level or number.
  def line(writer: Int, number: Long, level: Level): String = s"ack $writer $number $level ."

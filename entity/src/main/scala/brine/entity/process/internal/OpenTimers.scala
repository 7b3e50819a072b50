package brine.entity.process.internal

import brine.entity.process.TimerChange
import brine.journal.Offset
import java.util.{Comparator, HashMap, TreeSet}
import scala.jdk.CollectionConverters.*

/** The open timers of all instances, and whether the log says that they are due. Follows from the steps of the
  * instances. Owned by one thread.
  */
private[process] final class OpenTimers:
  import OpenTimers.*

  private val byInstance = HashMap[String, HashMap[String, Entry]]()
  private val waiting    = TreeSet[Entry](InOrder) // those that are not announced as due
  private var count      = 0

  def size: Int = count

  /** When the next one is due, in microseconds since 1970. */
  def next: Option[Long] = if waiting.isEmpty then None else Some(waiting.first.micros)

  /** Applies a step of an instance. */
  def apply(instance: String, changes: Vector[TimerChange], ends: Boolean): Unit =
    changes.foreach:
      case TimerChange.Set(id, number, micros) => add(Entry(instance, id, number, micros, NotAnnounced))
      case TimerChange.Cancelled(id)           => remove(instance, id)
      case TimerChange.Fired(id)               => remove(instance, id)
    if ends then removeAll(instance)

  /** Adds a timer, in place of an earlier one of its id. */
  def add(entry: Entry): Unit =
    remove(entry.instance, entry.id)
    byInstance.computeIfAbsent(entry.instance, _ => HashMap[String, Entry]()).put(entry.id, entry): Unit
    if entry.announced == NotAnnounced then waiting.add(entry): Unit
    count += 1

  /** Removes the timers of an instance. */
  def removeAll(instance: String): Unit =
    val gone = byInstance.remove(instance)
    if gone != null then
      gone.values.forEach(waiting.remove(_): Unit)
      count -= gone.size

  private def remove(instance: String, id: String): Unit =
    val ofInstance = byInstance.get(instance)
    if ofInstance != null then
      val gone = ofInstance.remove(id)
      if gone != null then
        waiting.remove(gone): Unit
        count -= 1
        if ofInstance.isEmpty then byInstance.remove(instance): Unit

  /** Notes that the log says that a timer is due. */
  def announce(due: DueTimer, at: Offset): Unit =
    val ofInstance = byInstance.get(due.instance)
    val entry      = if ofInstance == null then null else ofInstance.get(due.id)
    if entry != null && entry.number == due.number then
      waiting.remove(entry): Unit
      entry.announced = at.sequence

  /** Timers whose time has come, and which were not announced. */
  def due(micros: Long, most: Int): Vector[DueTimer] =
    val result = Vector.newBuilder[DueTimer]
    val from   = waiting.iterator
    var left   = most
    while left > 0 && from.hasNext do
      val entry = from.next()
      if entry.micros > micros then left = 0
      else
        result += DueTimer(entry.instance, entry.id, entry.number)
        left -= 1
    result.result()

  /** Lets timers be announced again whose record will not come to their instance any more. */
  def announceAgain(isGone: Long => Boolean): Unit =
    all
      .filter(entry => entry.announced != NotAnnounced && isGone(entry.announced))
      .toVector
      .foreach: entry =>
        entry.announced = NotAnnounced
        waiting.add(entry): Unit

  def all: Iterator[Entry] = byInstance.values.iterator.asScala.flatMap(_.values.iterator.asScala)

private[process] object OpenTimers:
  final val NotAnnounced = 0L

  /** An open timer.
    *
    * @param announced
    *   offset of the record that says that it is due
    */
  final class Entry(
      val instance: String,
      val id: String,
      val number: Long,
      val micros: Long,
      private[OpenTimers] var announced: Long
  ):
    def announcedAt: Long = announced

  private val InOrder: Comparator[Entry] = (one, two) =>
    val byTime   = java.lang.Long.compare(one.micros, two.micros)
    val byNumber = if byTime != 0 then byTime else java.lang.Long.compare(one.number, two.number)
    val byId     = if byNumber != 0 then byNumber else one.id.compareTo(two.id)
    if byId != 0 then byId else one.instance.compareTo(two.instance)

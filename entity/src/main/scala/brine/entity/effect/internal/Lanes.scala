package brine.entity.effect.internal

import brine.entity.effect.{EffectsError, SetAsideEffect}
import brine.entity.internal.{Rate, Reached}
import brine.journal.{Offset, Record}
import java.util.concurrent.locks.ReentrantLock
import java.util.{ArrayDeque, HashMap, HashSet, TreeMap, TreeSet}
import scala.jdk.CollectionConverters.*

/** The effects that will be executed, in a lane for each key, and those that are set aside. Thread-safe.
  *
  * @param reached
  *   is told the position
  * @param mostAside
  *   the most effects that may be set aside
  */
private[internal] final class Lanes[E](start: SavedEffects, reached: Reached, mostAside: Int):
  import Lanes.*
  import SavedEffects.AfterAnother

  private val lock    = ReentrantLock()
  private val changed = lock.newCondition
  private val rate    = Rate()

  // Guarded by the lock.
  private val lanes     = HashMap[String, Lane[E]]()
  private val open      = TreeSet[Long]()
  private val aside     = HashMap[String, TreeMap[Long, SetAsideEffect]]()
  private var asides    = 0
  private val busy      = HashSet[String]() // keys that are replayed or discarded
  private var upTo      = start.upTo.sequence
  private var users     = 0                 // threads
  private var isStopped = false
  private var isOpening = start.open.nonEmpty
  private var changes   = 0L

  start.open.foreach(open.add(_))
  start.aside.foreach(put)
  reached.reach(start.position)

  // ---- Records that are read ----------------------------------------------------------------------------------------

  /** Adds a record that was read, or that is open from the start on. Returns its lane if that is new and has to be run.
    *
    * @return
    *   Left if it would have to be set aside, and there is no room for that; nothing has changed then
    */
  def add(key: String, record: Record[E]): Either[NoRoom, Option[Lane[E]]] = locked:
    val offset = record.offset.sequence
    val ofKey  = aside.get(key)
    // One that is open from the start on may be before one of its key that could not be decoded.
    if ofKey != null && ofKey.firstKey < offset then
      putAside(SetAsideEffect(key, record.offset, AfterAnother)).map(_ => None)
    else
      open.add(offset): Unit
      val known = lanes.get(key)
      val lane  = if known == null then Lane[E](key) else known
      lane.records.add(record): Unit
      upTo = math.max(upTo, offset)
      if known != null then Right(None)
      else
        lanes.put(key, lane): Unit
        users += 1
        Right(Some(lane))

  /** Notes that a record was read that [[add]] adds later. */
  def hold(offset: Offset): Unit = locked:
    open.add(offset.sequence): Unit
    upTo = math.max(upTo, offset.sequence)

  /** Sets a record aside that was read, or was open, and cannot be executed. */
  def putAside(one: SetAsideEffect): Either[NoRoom, Unit] = locked:
    if asides >= mostAside then Left(NoRoom(one.reason, mostAside))
    else
      put(one)
      open.remove(one.offset.sequence): Unit
      upTo = math.max(upTo, one.offset.sequence)
      changes += 1
      advance()
      Right(())

  /** Notes that there is nothing else to be executed up to an offset. */
  def lookedAt(offset: Offset): Unit = locked:
    upTo = math.max(upTo, offset.sequence)
    advance()

  /** Notes that a record that was read, or is open from the start on, has no effect. */
  def pass(offset: Offset): Unit = locked:
    upTo = math.max(upTo, offset.sequence)
    if open.remove(offset.sequence) then changes += 1
    advance()

  /** Notes that all records that are open from the start on were added. */
  def opened(): Unit = locked:
    isOpening = false
    changed.signalAll()

  /** Notes that an open record is not there any more. */
  def drop(offset: Offset): Unit = locked:
    open.remove(offset.sequence): Unit
    changes += 1
    advance()

  // ---- Lanes --------------------------------------------------------------------------------------------------------

  /** The next record of a lane; null at its end, or when all is stopped. The lane has no thread then. */
  def next(lane: Lane[E]): Record[E] | Null = locked:
    if isStopped then null
    else
      val record = lane.records.peek()
      if record == null then
        lanes.remove(lane.key): Unit
        changed.signalAll()
      record

  /** Notes that the effect of a lane's next record was executed. */
  def executed(lane: Lane[E]): Unit = locked:
    open.remove(lane.records.poll().offset.sequence): Unit
    rate.add(1)
    changes += 1
    advance()

  /** Sets the next record of a lane aside, and those behind it. */
  def setAside(lane: Lane[E], reason: String): Either[NoRoom, Unit] = locked:
    if asides + lane.records.size > mostAside then Left(NoRoom(reason, mostAside))
    else
      var because = reason
      while !lane.records.isEmpty do
        val record = lane.records.poll()
        put(SetAsideEffect(lane.key, record.offset, because))
        open.remove(record.offset.sequence): Unit
        because = AfterAnother
      changes += 1
      advance()
      Right(())

  // ---- Replaying and discarding -------------------------------------------------------------------------------------

  /** Takes a key for a replay or a discard: waits until nobody else has it, and no effect of it is tried. False if all
    * is stopped. Call [[release]] then.
    */
  def take(key: String): Boolean = locked:
    while !isStopped && (isOpening || busy.contains(key) || aside.containsKey(key) && lanes.containsKey(key)) do
      changed.awaitUninterruptibly()
    if !isStopped then busy.add(key): Unit
    !isStopped

  def release(key: String): Unit = locked:
    busy.remove(key): Unit
    changed.signalAll()

  /** The first effect of a key that is set aside. */
  def firstAside(key: String): Option[SetAsideEffect] = locked:
    Option(aside.get(key)).map(_.firstEntry.getValue)

  /** Removes an effect that was set aside, because it was executed. */
  def replayed(one: SetAsideEffect): Unit = locked:
    val ofKey = aside.get(one.key)
    ofKey.remove(one.offset.sequence): Unit
    asides -= 1
    // From now on others of the key are executed.
    if ofKey.isEmpty then aside.remove(one.key): Unit
    rate.add(1)
    changes += 1

  /** Removes all effects of a key that are set aside. Returns how many these were. */
  def discard(key: String): Int = locked:
    val gone = aside.remove(key)
    if gone == null then 0
    else
      asides -= gone.size
      changes += 1
      gone.size

  /** The key of an effect that is set aside. */
  def keyOfAside(offset: Offset): Option[String] = locked:
    aside.values.asScala.flatMap(ofKey => Option(ofKey.get(offset.sequence))).headOption.map(_.key)

  /** Removes an effect that is set aside. Returns whether it was. */
  def discardOne(key: String, offset: Offset): Boolean = locked:
    val ofKey = aside.get(key)
    val isOne = ofKey != null && ofKey.remove(offset.sequence) != null
    if isOne then
      asides -= 1
      if ofKey.isEmpty then aside.remove(key): Unit
      changes += 1
    isOne

  // ---- What there is ------------------------------------------------------------------------------------------------

  /** What can be stored: all that was executed, and a number that changes with it. */
  def snapshot: (SavedEffects, Long) = locked:
    (SavedEffects(Offset(upTo), open.asScala.toVector, allAside), changes)

  /** The number of [[snapshot]] now. */
  def change: Long = locked(changes)

  def lookedUpTo: Long                 = locked(upTo)
  def setAside: Vector[SetAsideEffect] = locked(allAside)
  def asideCount: Int                  = locked(asides)
  def pending: Int                     = locked(open.size)
  def total: Long                      = rate.total
  def perSecond: Double                = rate.recent

  private def allAside = aside.values.asScala.flatMap(_.values.asScala).toVector.sortBy(_.offset.sequence)

  /** Waits until fewer records are pending, at most a time. */
  def awaitRoom(most: Int, nanos: Long): Unit = locked:
    var left = nanos
    while open.size >= most && left > 0 && !isStopped do left = awaitNanos(left)

  // ---- The end ------------------------------------------------------------------------------------------------------

  /** Counts a thread that is no lane's. False if all is stopped. */
  def enter(): Boolean = locked:
    if !isStopped then users += 1
    !isStopped

  /** Notes that a thread has ended, of a lane or one that has entered. */
  def leave(): Unit = locked:
    users -= 1
    changed.signalAll()

  /** Lets no lane continue. */
  def stop(): Unit = locked:
    isStopped = true
    changed.signalAll()

  /** Waits until all threads have ended, at most a time. Returns how many have not. */
  def awaitEnd(nanos: Long): Int = locked:
    var left = nanos
    while users > 0 && left > 0 do left = awaitNanos(left)
    users

  // ---- With the lock ------------------------------------------------------------------------------------------------

  private def put(one: SetAsideEffect): Unit =
    aside.computeIfAbsent(one.key, _ => TreeMap[Long, SetAsideEffect]()).put(one.offset.sequence, one): Unit
    asides += 1

  private def advance(): Unit =
    reached.reach(Offset(if open.isEmpty then upTo else open.first - 1))
    changed.signalAll()

  // The thread that reads is nobody's to interrupt.
  private def awaitNanos(nanos: Long): Long =
    val until = System.nanoTime + nanos
    try changed.awaitNanos(nanos)
    catch case _: InterruptedException => until - System.nanoTime

  private def locked[A](body: => A): A =
    lock.lock()
    try body
    finally lock.unlock()

private[internal] object Lanes:
  /** The effects of a key that will be executed, in order. Guarded by the lock of its [[Lanes]]. */
  final class Lane[E](val key: String):
    private[Lanes] val records = ArrayDeque[Record[E]]()

  /** An effect cannot be set aside, since too many are. */
  final class NoRoom(reason: String, most: Int):
    def error(effects: String): EffectsError = EffectsError.TooManySetAside(effects, most, reason)

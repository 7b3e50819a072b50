package brine.journal.precondition

import brine.journal.Query.Clause
import java.util.HashMap

/** A negative cache of clauses: up to which event no event matches one. New events come after all others, and deleted
  * ones do not come back, so what is known stays true. A condition that is repeated reads only what is newer.
  *
  * It keeps the clauses that were put or asked for last. Clauses are compared as a whole, never by their hashes alone.
  * Thread-safe.
  *
  * @param most
  *   up to twice as many clauses are kept
  */
private[journal] final class NegativeCache(most: Int):
  import NegativeCache.*

  // Those that were put or asked for of late, and those before. Both are guarded by this.
  private var young = HashMap[Clause, Known]()
  private var old   = HashMap[Clause, Known]()

  /** What is known of a clause; null for nothing. */
  def get(clause: Clause): Known | Null = if isShort(clause) then synchronized(find(clause)) else null

  /** Notes what is known of a clause. What is known from the beginning on is not given up for less. */
  def put(clause: Clause, known: Known): Unit = if isShort(clause) then
    synchronized:
      val before = find(clause)
      if before == null || !before.nn.isFromBegin || known.isFromBegin && known.until >= before.nn.until then
        add(clause, known)

  private def find(clause: Clause): Known | Null =
    val known = young.get(clause)
    if known != null then known
    else
      val before = old.remove(clause)
      if before != null then add(clause, before)
      before

  private def add(clause: Clause, known: Known): Unit =
    if young.size >= most && !young.containsKey(clause) then
      old = young
      young = HashMap()
    young.put(clause, known): Unit

  /** Number of clauses. */
  def size: Int = synchronized(young.size + old.size)

private[journal] object NegativeCache:
  /** No event after `lower` up to `until` matches.
    *
    * @param isFromBegin
    *   whether this is also true of all events up to `lower` that were kept when it was found
    */
  final class Known(val isFromBegin: Boolean, val lower: Long, val until: Long):
    /** Whether it says that no event after this sequence matches, up to `until`. After 0, that is about the events that
      * are kept; after others about all events, because of deleted ones nobody knows whether they have matched.
      */
    def covers(after: Long): Boolean = if after == 0 then isFromBegin else after >= lower && after <= until

  /** How many clauses are kept, for a setting of how many names are. */
  def most(names: Int): Int = math.min(names, Most)

  private inline val Most = 1 << 13

  // So that a clause takes some KiB at most. Others are read each time.
  private inline val Longest = 1 << 10
  private inline val OfName  = 16

  private def isShort(clause: Clause): Boolean =
    val names = clause.tags.iterator ++ clause.kinds.iterator ++ clause.streams.iterator ++
      clause.categories.iterator.map(_.name)
    var left = Longest
    while left >= 0 && names.hasNext do left -= names.next().length + OfName
    left >= 0

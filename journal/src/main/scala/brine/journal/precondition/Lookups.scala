package brine.journal.precondition

import brine.journal.reading.JournalView
import java.util.UUID

/** The lookups of appends in what the writer does not remember. Thread-safe.
  *
  * @param mostClauses
  *   see [[NegativeCache]]
  */
private[journal] abstract class Lookups(
    ended: EndedKeys,
    val view: JournalView,
    recent: RecentEvents,
    used: UsedTags,
    mostClauses: Int
) extends ConditionLookup.Journal:
  private val search = ConditionSearch(NegativeCache(mostClauses), ConditionSearch.EventsOf(view))

  /** The lookup of an idempotency key. */
  def key(key: UUID): KeyLookup =
    val high = key.getMostSignificantBits
    val low  = key.getLeastSignificantBits
    KeyLookup(() => ended.lastForgotten, (after, until) => ended.findKey(high, low, after, until))

  /** The lookup of conditions; null if there are none. */
  def conditions(conditions: Conditions | Null): ConditionLookup | Null =
    if conditions == null then null else ConditionLookup(conditions, recent, used, search, this)

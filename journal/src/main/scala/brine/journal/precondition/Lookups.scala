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
) extends EarlierConditions.Journal:
  /** The lookup of conditions. */
  val conditions: ConditionLookup =
    EarlierConditions(recent, used, ConditionSearch(NegativeCache(mostClauses), ConditionSearch.EventsOf(view)), this)

  /** The lookup of an idempotency key. */
  def key(key: UUID): KeyLookup =
    val high = key.getMostSignificantBits
    val low  = key.getLeastSignificantBits
    KeyLookup(() => ended.lastForgotten, (after, until) => ended.findKey(high, low, after, until))

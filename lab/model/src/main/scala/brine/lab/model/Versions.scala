package brine.lab.model

import brine.lab.peer.Format

/** One version of a program: how its library writes and reads an event alone, and a history of events in one message.
  *
  * @param event
  *   a format for these events; it reads any other event of its version as well
  * @param history
  *   likewise for histories
  */
final class Version[E, H](val event: Seq[E] => Format, val history: Seq[H] => Format)

/** Two versions of a program that use a library in the same way.
  *
  * @param way
  *   what differs from how the row is set up, as a word for tables; empty if nothing does
  * @param hasClassNames
  *   whether its bytes contain the names of classes. They are exchanged, because a class of two versions has one name
  */
final class Versions(
    val way: String,
    val before: Version[older.PageEvent, older.PageHistory],
    val after: Version[newer.PageEvent, newer.PageHistory],
    val hasClassNames: Boolean = false
)

package brine.journal

import brine.journal.file.Selection

/** Selects the records of a subscription. */
enum Filter:
  /** All records. */
  case All

  /** The records of one stream. */
  case Stream(name: String)

  /** The records with a tag. */
  case Tagged(tag: String)

  private[journal] def select(from: Offset): Selection = this match
    case All          => Selection.All(from.sequence)
    case Stream(name) => Selection.StreamAfter(name, from.sequence)
    case Tagged(tag)  => Selection.Tagged(tag, from.sequence)

package brine.journal

import brine.journal.file.Selection

/** Which records a subscription is about. */
enum Filter:
  case All

  /** Those of one stream. */
  case Stream(name: String)

  /** Those with a tag. */
  case Tagged(tag: String)

  private[journal] def select(from: Offset): Selection = this match
    case All          => Selection.All(from.sequence)
    case Stream(name) => Selection.StreamAfter(name, from.sequence)
    case Tagged(tag)  => Selection.Tagged(tag, from.sequence)

package brine.journal

/** Selects records, for subscriptions and for the cursors of a store. */
enum Filter:
  /** All records. */
  case All

  /** The records of one stream. */
  case Stream(name: String)

  /** The records with a tag. */
  case Tagged(tag: String)

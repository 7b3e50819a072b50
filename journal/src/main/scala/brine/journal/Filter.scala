package brine.journal

/** Selects records, for subscriptions and for reading. */
sealed trait Filter

object Filter:
  /** The filters that every store knows by itself. */
  enum Basic extends Filter:
    /** All records. */
    case All

    /** The records of one stream. */
    case Stream(name: String)

    /** The records with a tag. */
    case Tagged(tag: String)

  export Basic.{All, Stream, Tagged}

  /** The records that a query selects. */
  final case class Matching(query: Query) extends Filter

  /** The records of a category of streams, such as `site` for the stream `site-42`.
    *
    * @throws IllegalArgumentException
    *   if the name is not one of a category
    */
  def category(name: String, separator: Char = Category.Separator): Filter =
    Matching(Query.category(name, separator))

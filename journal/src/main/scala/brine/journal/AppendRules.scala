package brine.journal

/** What every append must keep to, whatever the store. */
private[journal] object AppendRules:
  /** The most events of an append. */
  inline val MostEvents = 65535

  /** @throws IllegalArgumentException
    *   if a stream has no event, or all have more than an append may have
    */
  def requireEvents(inEach: Boolean, count: Long): Unit =
    require(inEach, "an append needs at least one event for each stream")
    require(count <= MostEvents, s"an append has at most $MostEvents events")

  /** @throws IllegalArgumentException
    *   if a stream is named twice
    */
  def requireDistinct(streams: Seq[String]): Unit =
    require(streams.distinct.size == streams.size, "an append may name each stream only once")

  /** @throws IllegalArgumentException
    *   if there are more conditions, or more clauses in them, than an append may have: the writer compares each
    */
  def requireFew(conditions: collection.IndexedSeq[AppendCondition]): Unit =
    if conditions.nonEmpty then
      require(
        conditions.size <= AppendCondition.Most,
        s"an append has at most ${AppendCondition.Most} conditions, not ${conditions.size}: use queries with more clauses"
      )
      // Each append with a condition does this.
      var clauses = 0L
      var at      = 0
      while at < conditions.size do
        clauses += conditions(at).query.clauseCount
        at += 1
      require(
        clauses <= Query.MostClauses,
        s"the conditions of an append have at most ${Query.MostClauses} clauses together, not $clauses: use fewer or " +
          "larger parts"
      )

  /** The error for a collection that has other events than it says. Otherwise events without bytes would be stored,
    * which nobody can decode.
    */
  def changed(stream: String, count: Int): Throwable =
    IllegalArgumentException(
      s"the events for '${JournalError.inLine(stream)}' changed while they were appended: there were $count, and then " +
        "more or fewer. Pass a collection that nobody changes"
    )

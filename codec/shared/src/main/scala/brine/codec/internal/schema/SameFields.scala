package brine.codec.internal.schema

/** What is wrong with a migration from a type with the same fields, and what to do. The compiler says it where it can
  * see that, and the codec where only the schemas show it.
  */
private[codec] object SameFields:
  /** @param now
    *   the present type
    * @param older
    *   the type that the migration starts from, or one before it in the chain
    */
  def problem(now: String, older: String): String =
    s"A migration to $now starts from $older, which has the same fields. Nothing tells the data of both apart, so it " +
      "would never be used. If their values mean something else, give one of the fields another name. " +
      s"If only the class was renamed, remove the migration and mark $now by @was(\"$older\")."

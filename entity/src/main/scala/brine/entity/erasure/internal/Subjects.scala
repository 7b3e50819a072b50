package brine.entity.erasure.internal

import brine.entity.erasure.Keys
import brine.journal.Names

/** What names of subjects may be. */
private[erasure] object Subjects:
  /** Checks a name.
    *
    * @throws IllegalArgumentException
    *   if it is empty, too long, or no Unicode text
    */
  def require(subject: String): Unit =
    if subject.isEmpty || subject.length > Keys.LongestSubject then
      val why = if subject.isEmpty then "" else ": a longer one may not fit into the id of an entity"
      throw IllegalArgumentException(
        s"the name of a subject has 1 to ${Keys.LongestSubject} characters, not ${subject.length}$why"
      )
    Names.require("subject", subject)

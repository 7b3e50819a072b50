package brine.journal.snapshot

import brine.codec.Schema
import brine.journal.Offset
import java.time.Instant

/** A snapshot as [[EncodedSnapshots]] stores it. Nobody changes the arrays.
  *
  * @param name
  *   name of the state
  * @param offset
  *   offset of the last record in the state; [[Offset.Begin]] if it has none
  * @param savedAt
  *   time at which it was saved
  * @param isParts
  *   whether the state was saved as parts
  * @param schema
  *   schema that the state, or each part, was written with
  * @param parts
  *   the parts as the codec wrote them; one if the state is one value
  */
final class EncodedSnapshot(
    val name: String,
    val offset: Offset,
    val savedAt: Instant,
    val isParts: Boolean,
    val schema: Schema,
    val parts: IndexedSeq[Array[Byte]]
)

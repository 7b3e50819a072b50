package brine.journal.index

import java.util.UUID

/** The header of an index, which describes its segment as a whole; see [[IndexFormat]]. */
private[journal] final case class IndexHeader(
    journal: UUID,
    segment: Long,
    salt: Long,
    last: Long,
    records: Long,
    firstSequence: Long,
    lastSequence: Long,
    firstTime: Long,
    lastTime: Long,
    digest: Long
)

package brine.journal.index

/** The bytes of a merged index, little-endian. It covers several segments that have ended, and names the segments that
  * have the hash of a stream, tag or key.
  *
  * The file is a sequence of pages as [[IndexFormat]] describes them. The first page is the header alone:
  *
  *   - 0 u64 magic; 8 u32 version (1); 12 u32 page size; 16 u64, u64 journal id; 32 u64 number of the first segment; 40
  *     u64 salt of the pages; 48 u32 number of segments; 52 u32 0; 56 u64 length of the content
  *   - from 64, for streams, tags and keys: u64 where the rows start in the content, u64 their length, u64 where the
  *     fences start, u64 their number
  *   - 160 u64 where the covered segments start
  *
  * The content from the second page on:
  *
  *   - rows, sorted by hash, unsigned: u64 hash; varint: the segment's distance from the first one, doubled; or the
  *     length of a list, doubled, plus 1, and the list: varint distance of the newest segment, then for each older one
  *     the varint of its distance to the one before
  *   - fences: u64 hash of a row, u64 where it starts in the rows; for the first row, and for each that starts 2 KiB or
  *     more after the last one
  *   - covered segments: u64 salt, u64 last sequence, u64 digest by the next header, u64 1 if it was not compacted
  *
  * Hashes are those of [[IndexFormat]]. Two names may share one: then the segment's own index decides.
  */
private[journal] object MergedFormat:
  /** `BRINEMRG` */
  inline val Magic   = 0x47524d454e495242L
  inline val Version = 1

  inline val Tables  = 3
  inline val Streams = 0
  inline val Tags    = 1
  inline val Keys    = 2

  inline val TablesAt    = 64
  inline val TableLength = 32
  inline val CoveredAt   = TablesAt + Tables * TableLength
  inline val FenceEvery  = 2048

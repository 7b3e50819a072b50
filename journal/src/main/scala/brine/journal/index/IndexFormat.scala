package brine.journal.index

import brine.journal.format.Checksum

/** The bytes of a segment's index, little-endian.
  *
  * The file is a sequence of pages of 4096 bytes: 4092 bytes of content and their CRC-32C, combined with the page's
  * place and the segment's salt. So no page of another index is valid here. The CRC of the first page is combined with
  * its place only. The joined content of all pages is a header, sections and zeros:
  *
  *   - header: 0 u64 magic; 8 u32 version (2); 12 u32 page size; 16 u64, u64 journal id; 32 u64 segment number; 40 u64
  *     salt of the segment's file; 48 u64 last sequence that the segment stands for; 56 u64 number of records; 64 u64
  *     first sequence of the segment; 72 u64 sequence of the last record in it; 80 i64 first and 88 i64 last time, us
  *     since 1970; 96 u64 digest; then per section, in the order of [[IndexFormat.Section]]: u32 number of its
  *     elements, u64 where it starts in the content, u64 its length
  *   - filter: a Bloom filter with 10 bits per element and 7 hashes; bit i is bit i mod 8 of byte i / 8. The i-th hash
  *     of a 64-bit hash is its lower half plus i times its upper half, modulo the number of bits
  *   - rows of names: u64 hash of a name, u32 where its entry starts in the section of entries; sorted by hash,
  *     unsigned
  *   - numbers of names: for each name, by its number in the segment, u32 where its entry starts in the section of
  *     entries
  *   - entries of names: varint number; varint length and UTF-8 of the name; five varints: version before the segment,
  *     first version minus that, last version minus the first, first sequence minus the segment's, last sequence minus
  *     the first; varint number of units, then the units with an event of the name. The five varints are 0 for tags;
  *     without units, all but the first of them are 0
  *   - a unit of an entry: varint of an eighth of the distance to the unit before, doubled, plus 1 if its entries
  *     follow; varint sequence of the name's first event in it, minus that of the place before; varint version of that
  *     event, minus 1, minus the one before the segment. If entries follow: varint number of them; for each: varint
  *     distance in the file from the end of the entry before, or from the unit; varint length; for all but the first:
  *     both varints of the event as before; u32 [[PlaceCheck]] of the entry
  *   - schemas: u32 length and canonical bytes of each
  *   - keys: u64, u64 the key (high, low); u32 number of the last event's stream; u64 first and u64 last sequence of
  *     the append, u64 version of that stream after it; sorted by high and low, signed
  *   - table: for the first unit, and for each that starts 64 KiB or more after the last one in the table: u64 offset,
  *     u64 first sequence, i64 time
  *
  * In version 1 a unit of an entry is the varint of an eighth of the distance alone. Such an index is read until it is
  * replaced.
  */
private[journal] object IndexFormat:
  /** `BRINEIDX` */
  inline val Magic   = 0x584449454e495242L
  inline val Version = 2

  /** Version without places in units; the one of `retired.idx`, which has no units. */
  inline val WithoutPlaces = 1

  inline val PageSize    = 4096
  inline val PageContent = PageSize - 4

  /** Where the identity of the journal is in the first page. */
  inline val JournalAt = 16

  /** Where the salt is in the first page, also of a merged index. */
  inline val SaltAt = 40

  inline val SectionsAt    = 104
  inline val SectionLength = 20
  inline val HeaderLength  = SectionsAt + Section.Count * SectionLength

  /** The sections, by their numbers. */
  object Section:
    inline val StreamFilter  = 0
    inline val StreamRows    = 1
    inline val StreamNumbers = 2
    inline val StreamEntries = 3
    inline val TagFilter     = 4
    inline val TagRows       = 5
    inline val TagNumbers    = 6
    inline val TagEntries    = 7
    inline val Schemas       = 8
    inline val KeyFilter     = 9
    inline val Keys          = 10
    inline val Table         = 11
    inline val Count         = 12

  inline val RowLength      = 12
  inline val KeyLength      = 44
  inline val TableRowLength = 24
  inline val TableDistance  = 1 << 16

  /** The check of a page in an array. */
  def check(page: Array[Byte], at: Int, salt: Long, position: Long): Int =
    Checksum.of(page, at, PageContent) ^ Checksum.mask(salt, position)

  /** Hash of a name: FNV-1a over its UTF-8, with the finalizer of SplitMix64. */
  def hash(name: Array[Byte]): Long =
    var hash = 0xcbf29ce484222325L
    var at   = 0
    while at < name.length do
      hash = (hash ^ (name(at) & 0xff)) * 0x100000001b3L
      at += 1
    finish(hash)

  def hash(name: String): Long = hash(name.getBytes(java.nio.charset.StandardCharsets.UTF_8))

  /** Hash of a key. */
  def hash(high: Long, low: Long): Long = finish(high ^ finish(low))

  private def finish(value: Long): Long =
    var x = value + 0x9e3779b97f4a7c15L
    x = (x ^ (x >>> 30)) * 0xbf58476d1ce4e5b9L
    x = (x ^ (x >>> 27)) * 0x94d049bb133111ebL
    x ^ (x >>> 31)

package brine.codec.internal.framing

import brine.codec.{Compression, In, Limits, Out, Schema}

/** The start of a container, and the kinds of its blocks. */
private[codec] object ContainerFormat:
  /** `BRNS` and the version of the format. */
  val Start: Array[Byte] = Array(0x42, 0x52, 0x4e, 0x53, 0x01)

  /** A block that is not compressed. */
  inline val Plain = 0

  /** A block compressed with DEFLATE, after its uncompressed length. */
  inline val Deflated = 1

  /** A block compressed with Zstandard, after its uncompressed length; see the module `brine-codec-zstd`. */
  inline val Zstandard = 2

  /** Error message for a block of a kind that the reader was not given. */
  def unknown(kind: Int): String =
    if kind == Zstandard then
      s"a block of kind $kind (Zstandard), which this reader was not given: " +
        "add brine-codec-zstd and pass compressions = Seq(Zstd())"
    else s"a block of kind $kind, which this reader does not know"

  /** Most messages per block, so that a few bytes cannot stand for endless messages that take no bytes. */
  inline val MostMessages = 65536

  /** The most bytes that a compressed block of `length` bytes expands to. */
  def mostExpanded(length: Int, limits: Limits): Long =
    length.toLong * limits.allocationFactor + limits.allocationBase / limits.allocationFactor

  /** How much more than in proportion to their bytes all blocks of a container may take together, as a multiple of what
    * one block may take.
    */
  inline val SpareBlocks = 16L

  /** Bytes of memory, and steps, that each byte of a block adds to what later blocks may take beyond their bytes. */
  inline val SpareStorage = 256L
  inline val SpareWork    = 256L

  /** Bytes of memory charged for a message that takes no byte, or no bit in a sequence. */
  inline val EmptyMessage = 32

  /** Bytes of memory charged for an element of a sequence in layout 1. */
  inline val Element = 8L

  /** Bytes of memory charged for the messages of a sequence, besides those for each element of any sequence: for
    * messages that take no bit, and for more messages than a block of this size in the container could have one by one.
    *
    * @param bytes
    *   bytes of the sequence
    * @param stored
    *   bytes of its block in the container, compressed if it is
    */
  def chargeForMessages(messages: Int, bytes: Int, stored: Int, limits: Limits): Long =
    val empty = math.max(0L, messages - 8L * bytes)
    // More of them than a message may have are an error in any case.
    val withoutBits = if empty > limits.emptyElements then 0L else (EmptyMessage - Element) * empty
    withoutBits + Element * math.max(0L, messages - mostExpanded(stored, limits))

  def requireKind(compression: Compression): Unit =
    val kind = compression.kind
    require(
      kind >= 0 && kind <= 255,
      s"the kind of a compression is 0 to 255, but that of ${compression.name} is $kind"
    )

  /** Writes a schema where it is used for the first time: its length and its canonical form. */
  def writeSchema(out: Out, schema: Schema): Unit =
    val canonical = schema.canonical
    out.writeUnsignedInt(canonical.length)
    out.writeBytes(canonical, 0, canonical.length)

  /** Reads the number of messages of a block that is one sequence, and stays before it. */
  def readSequenceSize(in: In): Int =
    val at     = in.position
    val header = in.readUnsignedInt()
    if (header & 1) == 0 then in.failAt(at, "messages in a sequence that is neither packed nor in columns")
    if header >>> 1 > MostMessages then in.failAt(at, s"${header >>> 1} messages; a block has at most $MostMessages")
    in.position = at
    header >>> 1

  def readStart(in: In): Unit =
    val at = in.position
    if in.remaining < Start.length then in.failAt(in.end, "the container ends within its start")
    var i = 0
    while i < Start.length do
      if in.readByte() != Start(i) then
        in.failAt(
          at + i,
          if i < Start.length - 1 then "not a container: it does not start with BRNS"
          else s"a container of version ${in.array(at + i) & 0xff}, but this reader knows version 1"
        )
      i += 1

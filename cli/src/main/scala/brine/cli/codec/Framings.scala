package brine.cli.codec

import brine.codec.inspect.Framing
import brine.codec.zstd.Zstd
import brine.codec.{In, MessageOptions, Schema}

/** Finds out how bytes are wrapped, from what the user says and from how they begin. */
private[codec] object Framings:
  /** Segments, with every compression there is. */
  lazy val segment: Framing.Segment = Framing.Segment(Seq(Zstd()))

  def isSegment(bytes: Array[Byte]): Boolean = bytes.length >= 4 && String(bytes, 0, 4, "ISO-8859-1") == "BRNS"

  /** @param schemas
    *   those that were named, in that order
    * @return
    *   the framing, or what is missing
    */
  def of(bytes: Array[Byte], options: MessageArguments, schemas: Vector[Schema]): Either[String, Framing] =
    val message = MessageOptions(options.dictionary.value)
    if options.bare.value && options.tagged.value then Left("--bare and --tagged exclude each other")
    else if options.bare.value then single(schemas, "bare bytes do").map(Framing.Bare(_, message))
    else if options.tagged.value then
      single(schemas, "a tagged message does").map(schema => Framing.Tagged(Map(number(bytes) -> schema), message))
    else if isSegment(bytes) then Right(segment)
    else if options.dictionary.value then
      Left("--dictionary goes with --bare or --tagged; other messages say by themselves")
    else standalone(bytes, schemas)

  private def single(schemas: Vector[Schema], what: String): Either[String, Schema] = schemas match
    case Vector(one) => Right(one)
    case Vector()    => Left(s"$what not say of what type it is; give its schema by --schema FILE or --schema-hex HEX")
    case several     => Left(s"$what not say of what type it is, so there must be one schema and not ${several.size}")

  private def standalone(bytes: Array[Byte], schemas: Vector[Schema]): Either[String, Framing] =
    val isMarked = bytes.length >= 9 && ((bytes(0) & 0xff) == 0xb5 || (bytes(0) & 0xff) == 0xb6)
    if !isMarked then
      Left("neither a segment nor a standalone message, which begins with b5 or b6; say --bare or --tagged for others")
    else if schemas.isEmpty then
      val fingerprint = bytes.slice(1, 9).map(byte => f"$byte%02x").mkString
      Left(s"a message of schema $fingerprint; give that schema by --schema FILE or --schema-hex HEX")
    else Right(Framing.Standalone(schemas))

  // Whichever number it is; what is wrong with it the walk will find.
  private def number(bytes: Array[Byte]): Int =
    try In(bytes).readUnsignedInt()
    catch case _: brine.codec.DecodeError => 0

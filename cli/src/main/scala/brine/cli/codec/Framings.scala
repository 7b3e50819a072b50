package brine.cli.codec

import brine.codec.inspect.Framing
import brine.codec.zstd.Zstd
import brine.codec.{In, MessageOptions, Schema}

/** Determines how bytes are wrapped, from the options and from the first bytes. */
private[codec] object Framings:
  /** Containers, with all compressions. */
  lazy val container: Framing.Container = Framing.Container(Seq(Zstd()))

  def isContainer(bytes: Array[Byte]): Boolean = bytes.length >= 4 && String(bytes, 0, 4, "ISO-8859-1") == "BRNS"

  /** Determines the framing.
    *
    * @param schemas
    *   the schemas named in the options, in that order
    * @return
    *   the framing, or what is missing
    */
  def of(bytes: Array[Byte], options: MessageArguments, schemas: Vector[Schema]): Either[String, Framing] =
    val message = MessageOptions(options.dictionary.value)
    if options.bare.value && options.tagged.value then Left("--bare and --tagged exclude each other")
    else if options.bare.value then single(schemas, "bare bytes do not name their schema").map(Framing.Bare(_, message))
    else if options.tagged.value then
      single(schemas, "a tagged message does not name its schema")
        .map(schema => Framing.Tagged(Map(number(bytes) -> schema), message))
    else if isContainer(bytes) then Right(container)
    else if options.dictionary.value then
      Left("--dictionary goes with --bare or --tagged; other messages indicate their dictionary")
    else standalone(bytes, schemas)

  private def single(schemas: Vector[Schema], what: String): Either[String, Schema] = schemas match
    case Vector(one) => Right(one)
    case Vector()    => Left(s"$what; give it by --schema FILE or --schema-hex HEX")
    case several     => Left(s"$what; give exactly one, not ${several.size}")

  private def standalone(bytes: Array[Byte], schemas: Vector[Schema]): Either[String, Framing] =
    val isMarked = bytes.length >= 9 && ((bytes(0) & 0xff) == 0xb5 || (bytes(0) & 0xff) == 0xb6)
    if !isMarked then
      Left(
        "neither a container nor a standalone message, which starts with b5 or b6; use --bare or --tagged for others"
      )
    else if schemas.isEmpty then
      val fingerprint = bytes.slice(1, 9).map(byte => f"$byte%02x").mkString
      Left(s"a message of schema $fingerprint; give that schema by --schema FILE or --schema-hex HEX")
    else Right(Framing.Standalone(schemas))

  // Any number; the walk reports what is wrong with it.
  private def number(bytes: Array[Byte]): Int =
    try In(bytes).readUnsignedInt()
    catch case _: brine.codec.DecodeError => 0

package brine.codec.bench.cost

/** A library that derives codecs at compile time, as source text.
  *
  * @param given
  *   a codec for a type, whose parts have theirs in scope
  * @param site
  *   the codecs of the lab's sites and events
  * @param isDeep
  *   whether the codec of a type needs none for its parts
  */
final case class Contender(name: String, imports: String, codec: String => String, site: String, isDeep: Boolean)

object Contender:
  private val model = "import brine.lab.model.*\nimport java.time.Instant\nimport java.util.UUID\n"

  val all: List[Contender] = List(
    Contender(
      "brine",
      "import brine.codec.Codec",
      tpe => s"Codec[$tpe] = Codec.derived",
      s"""$model
         |object Codecs:
         |  given Codec[Site] = Codec.derived
         |  given Codec[SiteEvent] = Codec.derived
         |  given Codec[DataEvent] = Codec.derived
         |""".stripMargin,
      isDeep = true
    ),
    Contender(
      "jsoniter-scala",
      "import com.github.plokhotnyuk.jsoniter_scala.core.*\nimport com.github.plokhotnyuk.jsoniter_scala.macros.*",
      tpe => s"JsonValueCodec[$tpe] = JsonCodecMaker.make",
      s"""$model
         |object Codecs:
         |  given JsonValueCodec[Instant] with
         |    def decodeValue(in: JsonReader, default: Instant): Instant = Instant.ofEpochMilli(in.readLong())
         |    def encodeValue(instant: Instant, out: JsonWriter): Unit = out.writeVal(instant.toEpochMilli)
         |    def nullValue: Instant = null
         |  given JsonValueCodec[Site] = JsonCodecMaker.make
         |  given JsonValueCodec[SiteEvent] = JsonCodecMaker.make
         |  given JsonValueCodec[DataEvent] = JsonCodecMaker.make
         |""".stripMargin,
      isDeep = true
    ),
    Contender(
      "borer",
      "import io.bullet.borer.Codec\nimport io.bullet.borer.derivation.ArrayBasedCodecs.*",
      tpe => s"Codec[$tpe] = deriveCodec",
      s"""$model
         |object Codecs:
         |  given Codec[Instant] = Codec.bimap[Long, Instant](_.toEpochMilli, Instant.ofEpochMilli)
         |  given Codec[UUID] = Codec.bimap[Array[Byte], UUID](
         |    id => java.nio.ByteBuffer.allocate(16).putLong(id.getMostSignificantBits).putLong(id.getLeastSignificantBits).array,
         |    bytes => { val buffer = java.nio.ByteBuffer.wrap(bytes); UUID(buffer.getLong(), buffer.getLong()) }
         |  )
         |  given Codec[SiteType] = Codec.bimap[Int, SiteType](_.ordinal, SiteType.values()(_))
         |  given Codec[SiteFlag] = Codec.bimap[Int, SiteFlag](_.ordinal, SiteFlag.values()(_))
         |  given Codec[PageComponentType] = Codec.bimap[Int, PageComponentType](_.ordinal, PageComponentType.values()(_))
         |  given Codec[PageComponentData] = deriveAllCodecs
         |  given Codec[EntryPoint] = deriveAllCodecs
         |  given Codec[PageComponentPosition] = deriveCodec
         |  given Codec[PageComponent] = deriveCodec
         |  given Codec[MetaTag] = deriveCodec
         |  given Codec[Domain] = deriveCodec
         |  given Codec[Page] = deriveCodec
         |  given Codec[Site] = deriveCodec
         |  given Codec[SiteEvent] = deriveAllCodecs
         |  given Codec[DataEvent] = deriveCodec
         |""".stripMargin,
      isDeep = false
    ),
    Contender(
      "boopickle",
      "import boopickle.Default.*",
      tpe => s"Pickler[$tpe] = generatePickler",
      s"""$model
         |object Codecs:
         |  given Pickler[Instant] = transformPickler(Instant.ofEpochMilli)(_.toEpochMilli)
         |  given Pickler[SiteType] = transformPickler(SiteType.valueOf)(_.name)
         |  given Pickler[SiteFlag] = transformPickler(SiteFlag.valueOf)(_.name)
         |  given Pickler[PageComponentType] = transformPickler(PageComponentType.valueOf)(_.name)
         |  given Pickler[Site] = generatePickler
         |  given Pickler[SiteEvent] = generatePickler
         |  given Pickler[DataEvent] = generatePickler
         |""".stripMargin,
      isDeep = false
    )
  )

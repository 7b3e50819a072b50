package brine.lab.custom

import brine.lab.sample.UserType

/** Libraries that derive their codecs at compile time. */
private[custom] object DerivingGlue:
  def boopickle(types: UserTypes): String =
    val givens = types.types.collect:
      case one if one.kind == "choice" =>
        s"private given Pickler[${one.name}] = transformPickler[${one.name}, Int](${companion(one)}.fromOrdinal)(_.ordinal)"
      case one if one.kind == "record" || one.kind == "sum" => s"private given Pickler[${one.name}] = generatePickler"
    Glue.frame(
      types,
      "boopickle",
      "BooPicklePeer",
      List(
        "boopickle"       -> "deduplication switched off; enums by ordinal, buffers given back to the pool",
        "boopickle-dedup" -> "Pickle.intoBytes with its defaults: equal strings are written once; enums by ordinal"
      ),
      "BooPickleFormat(summon[Pickler[CustomTypes.Root]], library == \"boopickle-dedup\", all)",
      (s"""private given Pickler[_root_.java.time.Instant] =
          |  if CustomTypes.millis then
          |    transformPickler[_root_.java.time.Instant, Long](_root_.java.time.Instant.ofEpochMilli)(_.toEpochMilli)
          |  else
          |    transformPickler[_root_.java.time.Instant, (Long, Int)]((seconds, nanos) =>
          |      _root_.java.time.Instant.ofEpochSecond(seconds, nanos))(time => (time.getEpochSecond, time.getNano))
          |""".stripMargin :: givens).mkString("\n"),
      List("_root_.boopickle.Default.*")
    )

  def borer(types: UserTypes): String =
    def givens(choice: UserType => String) = types.types
      .filterNot(one => isCase(types, one))
      .collect:
        case one if one.kind == "choice" => s"  private given Codec[${one.name}] = ${choice(one)}"
        case one if one.kind == "sum"    => s"  private given Codec[${one.name}] = deriveAllCodecs"
        case one if one.kind == "record" => s"  private given Codec[${one.name}] = deriveCodec"
      .mkString("\n")
    Glue.frame(
      types,
      "borer",
      "BorerPeer",
      List(
        "borer-cbor"     -> "ArrayBasedCodecs: records as arrays; UUID as 16 bytes, enums as ordinals",
        "borer-cbor-map" -> "MapBasedCodecs: records as maps; UUID as 16 bytes, enums by name",
        "borer-json"     -> "MapBasedCodecs; UUID as 16 bytes in base64, enums by name"
      ),
      """if library == "borer-cbor" then CborFormat(CustomArrays.root, all)
        |    else if library == "borer-cbor-map" then CborFormat(CustomMaps.root, all)
        |    else JsonFormat(CustomMaps.root, all)""".stripMargin,
      s"""private object CustomScalars:
         |  given Codec[_root_.java.time.Instant] =
         |    if CustomTypes.millis then
         |      Codec.bimap[Long, _root_.java.time.Instant](_.toEpochMilli, _root_.java.time.Instant.ofEpochMilli)
         |    else Codec.bimap[String, _root_.java.time.Instant](_.toString, _root_.java.time.Instant.parse(_))
         |  given Codec[_root_.java.util.UUID] = Scalars.given_Codec_UUID
         |
         |private object CustomArrays:
         |  import CustomScalars.given
         |  import _root_.io.bullet.borer.derivation.ArrayBasedCodecs.*
         |${givens(one => s"Codec.bimap[Int, ${one.name}](_.ordinal, ${companion(one)}.fromOrdinal)")}
         |  val root: Codec[CustomTypes.Root] = Codec(summon, summon)
         |
         |private object CustomMaps:
         |  import CustomScalars.given
         |  import _root_.io.bullet.borer.derivation.MapBasedCodecs.*
         |${givens(one => s"Codec.bimap[String, ${one.name}](_.toString, ${companion(one)}.valueOf)")}
         |  val root: Codec[CustomTypes.Root] = Codec(summon, summon)
         |""".stripMargin,
      List("_root_.io.bullet.borer.Codec")
    )

  def circe(types: UserTypes): String =
    val givens = types.types.collect:
      case one if one.kind == "choice" =>
        s"private given Codec[${one.name}] = " +
          s"Codec.from(Decoder[String].emapTry(text => scala.util.Try(${companion(one)}.valueOf(text))), Encoder[String].contramap(_.toString))"
      case one if one.kind == "record" || one.kind == "sum" =>
        s"private given Codec[${one.name}] = Codec.AsObject.derived"
    Glue.frame(
      types,
      "circe",
      "CircePeer",
      List(
        "circe" -> "derived codecs, printed without spaces into a byte buffer, parsed by jawn from bytes; instants as text"
      ),
      "CirceFormat(summon[Codec[CustomTypes.Root]], all)",
      givens.mkString("\n"),
      List("_root_.io.circe.{Codec, Decoder, Encoder}")
    )

  def jsoniter(types: UserTypes): String = Glue.frame(
    types,
    "jsoniter",
    "JsoniterPeer",
    List(
      "jsoniter" -> "JsonCodecMaker: recursive types allowed, no limits of map size and digits, case name as property \"type\""
    ),
    "JsoniterFormat(CustomCodec.root, all)",
    """private object CustomCodec:
      |  val root: JsonValueCodec[CustomTypes.Root] = JsonCodecMaker.make(
      |    CodecMakerConfig
      |      .withAllowRecursiveTypes(true)
      |      .withMapMaxInsertNumber(1000000)
      |      .withTransientEmpty(false)
      |      .withBigDecimalPrecision(0)
      |      .withBigDecimalScaleLimit(20000)
      |      .withBigDecimalDigitsLimit(2000)
      |  )
      |""".stripMargin,
    List("_root_.com.github.plokhotnyuk.jsoniter_scala.core.*", "_root_.com.github.plokhotnyuk.jsoniter_scala.macros.*")
  )

  def upickle(types: UserTypes): String =
    val givens = types.types.collect:
      case one if one.kind == "choice" =>
        s"private given ReadWriter[${one.name}] = readwriter[String].bimap(_.toString, ${companion(one)}.valueOf)"
      case one if one.kind == "record" || one.kind == "sum" => s"private given ReadWriter[${one.name}] = macroRW"
    val objects = singletons(types).map(one => s"private given ReadWriter[$one.type] = macroRW")
    val text    = "macro-derived; case name as property \"$type\", instants and UUIDs as text"
    Glue.frame(
      types,
      "upickle",
      "UpicklePeer",
      List("upickle-json" -> s"writeToByteArray, $text", "upickle-msgpack" -> s"writeBinary, $text"),
      "if library == \"upickle-json\" then JsonFormat(all) else MessagePackFormat(all)",
      (s"private given ReadWriter[_root_.java.time.Instant] = readwriter[String].bimap(_.toString, _root_.java.time.Instant.parse(_))" ::
        objects ::: givens).mkString("\n"),
      List("_root_.upickle.default.*")
    )

  def playJson(types: UserTypes): String =
    val givens = types.types.collect:
      case one if one.kind == "choice" =>
        s"private given JsonFormat[${one.name}] = " +
          s"JsonFormat(Reads.StringReads.map(${companion(one)}.valueOf), Writes.StringWrites.contramap[${one.name}](_.toString))"
      case one if one.kind == "record" => s"private given OFormat[${one.name}] = Json.format"
      case one if one.kind == "sum"    => s"private given OFormat[${one.name}] = Json.format"
    val objects = singletons(types).map: one =>
      s"private given OFormat[$one.type] = OFormat(_ => JsSuccess($one), (_: $one.type) => Json.obj())"
    Glue.frame(
      types,
      "playjson",
      "PlayJsonPeer",
      List(
        "play-json" -> "formats by macro, the full class name as property \"_type\" for sum types; instants as text"
      ),
      "PlayJsonFormat(summon[JsonFormat[CustomTypes.Root]], all)",
      (objects ++ givens).mkString("\n"),
      List("_root_.play.api.libs.json.{Format as JsonFormat, JsSuccess, Json, OFormat, Reads, Writes}")
    )

  private def isCase(types: UserTypes, one: UserType) = types.types.exists(_.cases.contains(one.name))

  /** The cases that are objects. */
  private def singletons(types: UserTypes): List[String] =
    types.types.flatMap(_.singletons).distinct.map("_root_." + _)

  private def companion(one: UserType) = "_root_." + one.name

package brine.lab.custom

/** How a library is connected with a person's own types: a small source, compiled against the library's staged class
  * path, in the package of the lab's peer, whose formats and settings it uses.
  *
  * @param peer
  *   name of the staged peer
  * @param rows
  *   the rows it adds
  */
private[custom] final case class Glue(peer: String, rows: List[String], source: UserTypes => String)

private[custom] object Glue:
  val all: List[Glue] = List(
    Glue("brine", List("brine", "brine-dictionary", "brine-standalone"), BrineGlue.source),
    Glue("boopickle", List("boopickle", "boopickle-dedup"), DerivingGlue.boopickle),
    Glue("borer", List("borer-cbor", "borer-cbor-map", "borer-json"), DerivingGlue.borer),
    Glue("circe", List("circe"), DerivingGlue.circe),
    Glue("fory", List("fory", "fory-compatible"), ReflectingGlue.fory),
    Glue("java-serialization", List("java"), ReflectingGlue.java),
    Glue("jsoniter", List("jsoniter"), DerivingGlue.jsoniter),
    Glue("kryo5", List("kryo5"), ReflectingGlue.kryo),
    Glue("play-json", List("play-json"), DerivingGlue.playJson),
    Glue("upickle", List("upickle-json", "upickle-msgpack"), DerivingGlue.upickle)
  )

  /** Name of the class that every glue defines. */
  val className = "CustomPeer"

  /** The frame that all have: the library's rows with the settings of this command, and the case.
    *
    * @param pkg
    *   package of the lab's peer
    * @param peerClass
    *   the lab's peer, which knows versions and traits
    * @param rows
    *   name and settings of each row
    * @param format
    *   expression of the format, from `library` (a row's name) and `all` (the samples)
    * @param body
    *   definitions beside the peer
    */
  def frame(
      types: UserTypes,
      pkg: String,
      peerClass: String,
      rows: List[(String, String)],
      format: String,
      body: String,
      imports: List[String] = Nil
  ): String =
    val settings = rows.map((name, text) => s"\"$name\" -> \"${text.replace("\"", "\\\"")}\"").mkString(",\n    ")
    s"""package brine.lab.peers.$pkg
       |
       |import _root_.java.util.{List as JList, Set as JSet}
       |import _root_.brine.lab.model.ModelFormat
       |import _root_.brine.lab.peer.{Format, Input, Library, Peer}
       |${imports.map("import " + _).mkString("\n")}
       |
       |final class $className extends Peer:
       |  private val settings = List(
       |    $settings
       |  )
       |  def libraries: JList[Library] =
       |    val known = $peerClass().libraries
       |    JList.of(settings.map: (name, text) =>
       |      val row = known.stream.filter(_.name == name).findFirst.get
       |      Library(name, row.version, row.traits, text, JSet.of("custom"))
       |    *)
       |  def open(library: String, study: String, name: String, input: Input): Format =
       |    val all: Seq[CustomTypes.Root] = ${types.samples}
       |    $format
       |
       |private object CustomTypes:
       |  type Root = ${types.root}
       |  lazy val millis = _root_.brine.lab.sample.Samples.areMillis(${types.samples})
       |
       |$body
       |""".stripMargin

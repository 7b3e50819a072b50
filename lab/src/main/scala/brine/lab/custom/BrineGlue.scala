package brine.lab.custom

/** Brine's own rows, and the program that says which field takes how many bytes. */
private[custom] object BrineGlue:
  /** The program's class. */
  val profiler = "brine.lab.peers.brine.CustomProfile"

  def source(types: UserTypes): String =
    Glue.frame(
      types,
      "brine",
      "BrinePeer",
      List(
        "brine" -> "bare messages, derived codec; Out and In are kept and reused",
        "brine-dictionary" -> "as brine, with a dictionary in each message: strings and UUIDs that occur again are references",
        "brine-standalone" -> "Codec.encode and Codec.decode: 9 bytes for a marker and the schema's fingerprint before the bare message"
      ),
      """if library == "brine-standalone" then StandaloneFormat(all)
        |    else if library == "brine-dictionary" then BareFormat(all, MessageOptions(dictionary = true))
        |    else ContainerFormat(all)""".stripMargin,
      s"""private given Codec[CustomTypes.Root] = Codec.derived
         |
         |/** Prints which field takes how many bytes of the bare messages, a line each. */
         |object CustomProfile:
         |  def main(arguments: Array[String]): Unit =
         |    val schema  = summon[Codec[CustomTypes.Root]].schema
         |    val values  = ${types.samples}
         |    val format  = BareFormat[CustomTypes.Root](values, MessageOptions(dictionary = false))
         |    val profile = Inspect.profile(values.map(format.encode), Framing.Bare(schema))
         |    for row <- profile.rows do println(List(row.bytes, row.count, row.part.label, row.path).mkString("\\t"))
         |""".stripMargin,
      List("_root_.brine.codec.*", "_root_.brine.codec.inspect.*")
    )

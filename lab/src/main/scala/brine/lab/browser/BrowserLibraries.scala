package brine.lab.browser

import brine.lab.results.LibraryRow

/** The rows that the browser adds to study `books`. Their `peer` is the bundle that contains them. */
object BrowserLibraries:
  private final case class Known(name: String, bundle: String, artifact: String, traits: List[String], settings: String)

  private val json = List("text", "self-describing", "evolvable", "cross-language")

  private val known = List(
    Known("brine", "scala3", "brine-codec", List("binary", "schema"), "bare messages; Out and In are kept and reused"),
    Known("upickle-json", "scala3", "upickle", json, "write and read of a String, macro-derived"),
    Known("upickle-msgpack", "scala3", "upickle", "binary" :: json.tail, "writeBinary and readBinary, macro-derived"),
    Known("circe", "scala3", "circe-core", json, "derived codecs, a String without spaces, the browser's JSON parser"),
    Known("boopickle-dedup", "scala2", "boopickle", List("binary"), "its defaults: equal strings are written once"),
    Known("boopickle", "scala2", "boopickle", List("binary"), "deduplication switched off"),
    Known("boopickle-speed", "scala2", "boopickle", List("binary"), "the codec made for speed, without deduplication"),
    Known(
      "play-json",
      "scala2",
      "play-json",
      json,
      "formats by macro, its tree to a String, the browser's JSON parser"
    ),
    Known(
      "jsoniter",
      "scala2",
      "jsoniter-scala-core",
      json,
      "JsonCodecMaker's defaults, writeToString and readFromString"
    )
  )

  /** Libraries of the published page that no bundle contains, with the reasons. */
  private val absent = List(
    "prickle" -> "is published for Scala.js 1 as 1.1.16, which could not be resolved when the versions of the bundles were pinned",
    "pushka" -> "is published for Scala.js 0.6 alone, which no current linker reads"
  )

  def rows(bundles: List[BrowserBundle]): List[LibraryRow] =
    val present = known.map: library =>
      val bundle  = bundles.find(_.name == library.bundle)
      val version = bundle.flatMap(_.versions.get(library.artifact)).getOrElse("")
      val scala   = bundle.flatMap(_.versions.get("scala-line")).fold("")(line => s" (Scala $line, JS)")
      LibraryRow(
        library.name,
        library.bundle,
        version + (if version.isEmpty then "" else scala),
        library.traits,
        library.settings,
        bundle.fold("its bundle is not built")(_.unavailable),
        studies = List("books")
      )
    present ++ absent.map: (name, why) =>
      LibraryRow(name, name, unavailable = why, studies = List("books"))

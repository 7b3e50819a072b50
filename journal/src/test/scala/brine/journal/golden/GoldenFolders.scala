package brine.journal.golden

import brine.journal.*
import brine.journal.folders.ManifestStore
import brine.journal.format.Damage
import brine.journal.recovery.Recovery
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*
import scala.util.Using

/** What is in `golden/journal`: the files of each journal as text, its records, and how it ends. */
object GoldenFolders:
  val Location: String  = "golden/journal/format-1"
  private val Records   = "records.ndjson"
  private val Expected  = "expected.json"
  private val extension = ".hex"

  def folder: Path = ProjectFiles.root.resolve(Location)

  /** All that belongs to a journal, by the names of the files. */
  def render(maker: GoldenMaker): Map[String, String] =
    val (records, expected) = describe(maker.copy)
    maker.files.map((name, bytes) => s"$name$extension" -> GoldenText.render(bytes)) +
      (Records -> records) + (Expected -> expected)

  def read(name: String): Map[String, String] =
    Using.resource(Files.list(folder.resolve(name))):
      _.iterator.asScala.map(file => file.getFileName.toString -> Files.readString(file)).toMap

  def names: Vector[String] =
    if !Files.isDirectory(folder) then Vector.empty
    else Using.resource(Files.list(folder))(_.iterator.asScala.map(_.getFileName.toString).toVector.sorted)

  /** Indexes of version 1: the journal, the name of the file, its bytes. */
  def firstIndexes: Vector[(String, String, Array[Byte])] =
    val all = ProjectFiles.root.resolve("golden/journal/index-1")
    Using.resource(Files.list(all)):
      _.iterator.asScala.toVector.map: file =>
        val name  = file.getFileName.toString.stripSuffix(extension)
        val index = name.takeRight(24)
        (name.stripSuffix(s"-$index"), index, GoldenText.parse(Files.readString(file)))

  /** A golden journal, in memory. */
  def restore(name: String): GoldenMaker =
    val maker = GoldenMaker(seed = 77)
    read(name).foreach: (file, text) =>
      if file.endsWith(extension) then
        maker.storage.put(maker.folder.resolve(file.stripSuffix(extension)), GoldenText.parse(text))
    maker

  /** The records of a journal and how it ends, or where it is damaged. It is opened, and so changed. */
  def describe(maker: GoldenMaker): (String, String) =
    try
      val manifest = ManifestStore.read(maker.storage, maker.folder)._1.get
      val found    = Recovery.read(maker.storage, maker.folder, manifest, GoldenMaker.settings)
      val expected = found.last match
        case None       => """{"last": 0, "end": 4096, "torn": 0, "sealed": false}"""
        case Some(last) =>
          s"""{"last": ${last.end.sequence}, "end": ${last.end.offset}, "torn": ${last.tornBytes}, "sealed": ${last.isSealed}}"""
      (records(maker), s"$expected\n")
    catch case damage: Damage => ("", s"""{"damage": "${damage.file}", "offset": ${damage.offset}}\n""")

  def records(maker: GoldenMaker): String =
    val lines = StringBuilder()
    maker.use(): journal =>
      journal
        .readAll[Stored]()
        .foreach(record => lines.append(GoldenRecord.json(record)).append('\n'): Unit)
        .fold(error => throw JournalException(error), identity)
    lines.toString

package brine.codec.zstd.golden

import brine.codec.{ContainerReader, ContainerWriter, DecodeError}
import brine.codec.zstd.{Messages, Zstd, ZstdDictionary}
import brine.codec.zstd.Messages.Visit

import java.nio.file.{Files, Path, StandardOpenOption}

/** What is kept in the golden file: how it was written, and how it reads for ever. Another version of the native
  * library may write other bytes, so only reading is compared.
  */
object ZstdGolden:
  final case class Case(
      name: String,
      encode: ZstdDictionary => Array[Byte],
      isRead: (ZstdDictionary, Array[Byte]) => Boolean
  )

  private val visits: List[Visit] = Messages.visits(seed = 9, count = 20).toList

  private def container(name: String, write: ZstdDictionary => Zstd): Case = Case(
    s"container/$name",
    dictionary =>
      val container = ContainerWriter(blockSize = 600, write(dictionary))
      visits.foreach(container.add(_))
      container.toArray
    ,
    (dictionary, bytes) =>
      val container = ContainerReader(bytes, compressions = Seq(Zstd(dictionary)))
      val read      = Iterator.continually(container).takeWhile(_.hasNext).map(_.next[Visit]()).toList
      read == visits.map(Right(_): Either[DecodeError, Visit])
  )

  private def message(name: String, content: Array[Byte], write: ZstdDictionary => Zstd): Case = Case(
    s"message/$name",
    write(_).compress(content),
    (dictionary, bytes) => Zstd(dictionary).decompress(bytes, content.length).exists(_.sameElements(content))
  )

  val dictionary: Case = Case(
    "dictionary",
    _ => ZstdDictionary.train(Messages.messages(300, 2000), 512).withId(77).toArray,
    (_, bytes) => ZstdDictionary.fromBytes(bytes).exists(_.id == 77)
  )

  val all: List[Case] = List(
    container("level 3", _ => Zstd()),
    container("level 19", _ => Zstd(19)),
    container("dictionary", Zstd(_)),
    message("empty", Array.emptyByteArray, _ => Zstd()),
    message("as it is", Array[Byte](1, 2, 3), _ => Zstd()),
    message("text", Messages.text(4), _ => Zstd()),
    message("repeated", new Array[Byte](70000), _ => Zstd()),
    message("dictionary", Messages.messages(9, 1).head, Zstd(_, 19))
  )

  def hex(bytes: Array[Byte]): String = bytes.map(byte => f"${byte & 0xff}%02x").mkString

  def bytes(hex: String): Array[Byte] = hex.grouped(2).map(Integer.parseInt(_, 16).toByte).toArray

  /** Where the file is, wherever in the project the tests are started. */
  def file: Path = Iterator
    .iterate(Path.of("").toAbsolutePath)(_.getParent)
    .takeWhile(_ != null)
    .map(_.resolve("golden/codec"))
    .find(Files.isDirectory(_))
    .getOrElse(throw IllegalStateException("start the tests inside of the project"))
    .resolve("zstd-1.txt")

  def lines: Map[String, String] =
    if !Files.exists(file) then Map.empty
    else
      Files
        .readString(file)
        .linesIterator
        .filterNot(line => line.isBlank || line.startsWith("#"))
        .map: line =>
          val at = line.lastIndexOf(" = ")
          line.take(at) -> line.drop(at + 3).trim
        .toMap

/** Adds lines for new names at the end of the file, and changes none. */
@main def addZstdGolden(): Unit =
  for one <- ZstdGolden.dictionary :: ZstdGolden.all do
    if !ZstdGolden.lines.contains(one.name) then
      val dictionary =
        ZstdGolden.lines.get("dictionary").map(hex => ZstdDictionary.fromBytes(ZstdGolden.bytes(hex)).toOption.get)
      val bytes = one.encode(dictionary.getOrElse(Messages.trained))
      Files.writeString(
        ZstdGolden.file,
        s"${one.name} = ${ZstdGolden.hex(bytes)}\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND
      ): Unit

package brine.journal.format

import brine.journal.{Journal, ProjectFiles}
import java.io.{ByteArrayInputStream, DataInputStream}
import java.nio.file.{FileSystems, Files, Path}
import scala.jdk.CollectionConverters.*

/** The package `format` is the only one that writes and reads bytes of segments and of the manifest. The class files
  * show whether another one does.
  */
class FormatOwnerSuite extends munit.FunSuite:
  private val classes = Path.of(classOf[Journal].getProtectionDomain.getCodeSource.getLocation.toURI)

  /** What a class file refers to: classes and constants, and all its texts, among them the names of methods. */
  private final case class Used(name: String, classes: Set[String], numbers: Set[Long], texts: Set[String]):
    def isIn(packages: String*): Boolean = packages.exists(part => name.startsWith(s"brine/journal/$part/"))

  private lazy val all: Vector[Used] =
    if Files.isDirectory(classes) then read(classes)
    else
      val jar = FileSystems.newFileSystem(classes)
      try read(jar.getPath("/"))
      finally jar.close()

  private def read(root: Path): Vector[Used] =
    val files = Files.walk(root)
    try
      files.iterator.asScala
        .filter(file => file.toString.endsWith(".class"))
        .map: file =>
          val name = root.relativize(file).toString.replace('\\', '/').stripSuffix(".class").stripPrefix("/")
          used(name, Files.readAllBytes(file))
        .toVector
    finally files.close()

  // The constant pool: section 4.4 of the specification of the virtual machine.
  private def used(name: String, bytes: Array[Byte]): Used =
    val in = DataInputStream(ByteArrayInputStream(bytes))
    assertEquals(in.readInt(), 0xcafebabe, name)
    in.readInt(): Unit
    val count   = in.readUnsignedShort()
    val texts   = new Array[String](count)
    val classes = Set.newBuilder[Int]
    val numbers = Set.newBuilder[Long]
    var at      = 1
    while at < count do
      in.readUnsignedByte() match
        case 1 => texts(at) = in.readUTF()
        case 3 => numbers += in.readInt().toLong: Unit
        case 5 =>
          numbers += in.readLong(): Unit
          at += 1
        case 6 =>
          in.readLong(): Unit
          at += 1
        case 7                              => classes += in.readUnsignedShort(): Unit
        case 8 | 16 | 19 | 20               => in.readUnsignedShort(): Unit
        case 4 | 9 | 10 | 11 | 12 | 17 | 18 => in.readInt(): Unit
        case 15                             => in.skipNBytes(3)
        case tag                            => fail(s"$name has a constant of kind $tag")
      at += 1
    Used(name, classes.result().map(texts), numbers.result(), texts.filter(_ != null).toSet)

  private def outside(packages: String*)(has: Used => Boolean): Vector[String] =
    all.filterNot(_.isIn(packages*)).filter(has).map(_.name)

  private def reaches(name: String)(used: Used) = used.classes(name)
  private def holds(number: Long)(used: Used)   = used.numbers(number)

  test("the numbers by which files, frames and seals are known are in no other package"):
    val names = Map("BRINESEG" -> SegmentHeader.Magic, "BRINEMAN" -> 0x4e414d454e495242L, "JRBF" -> Frame.Magic.toLong)
    for (name, number) <- names do
      assert(
        all.exists(used => used.isIn("format") && holds(number)(used)),
        s"$name is nowhere: this test sees nothing"
      )
      assertEquals(outside("format")(holds(number)), Vector.empty, name)

  test("no other package reads or writes numbers in bytes; those of indexes have a format of their own"):
    val little = "brine/journal/format/Little$"
    assert(all.exists(used => used.isIn("format") && reaches(little)(used)))
    assertEquals(outside("format", "index")(reaches(little)), Vector.empty)

  test("no other package reads or writes numbers in buffers; indexes and snapshots have formats of their own"):
    val methods                 = for does <- Set("get", "put"); what <- Set("Short", "Int", "Long") yield does + what
    def isOfBuffers(used: Used) = used.classes("java/nio/ByteBuffer") && used.texts.exists(methods)
    assert(all.exists(used => used.isIn("snapshot") && isOfBuffers(used)))
    assertEquals(outside("format", "index", "snapshot")(isOfBuffers), Vector.empty)

  test("no other package computes checksums or digests; indexes and snapshots have formats of their own"):
    val crc = "java/util/zip/CRC32C"
    assert(all.exists(used => used.isIn("format") && reaches(crc)(used)))
    assertEquals(outside("format", "index", "snapshot")(reaches(crc)), Vector.empty)
    assertEquals(outside("format")(used => reaches("brine/journal/format/Digest$")(used)), Vector.empty)
    assertEquals(outside("format", "index")(used => reaches("brine/journal/format/Checksum$")(used)), Vector.empty)

  test("errors name fields of headers, not bare offsets"):
    val sources = ProjectFiles.root.resolve("journal/src/main/scala/brine/journal")
    val bare    = "(Damage|Damaged|report)\\((?:[^()]|\\([^()]*\\))*?\\s([1-9][0-9]*),".r
    assert(bare.findFirstIn("throw Damage(name(1), 48, problem)").nonEmpty)
    val files = Files.walk(sources)
    val found =
      try
        files.iterator.asScala
          .filter(file => file.toString.endsWith(".scala") && !file.startsWith(sources.resolve("snapshot")))
          .flatMap(file => bare.findAllIn(Files.readString(file)).map(found => s"${file.getFileName}: $found"))
          .toVector
      finally files.close()
    assertEquals(found, Vector.empty)

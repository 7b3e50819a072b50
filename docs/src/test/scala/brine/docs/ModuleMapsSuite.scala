package brine.docs

import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The README of each module has a map, which names every package of the module, and no class that does not exist. */
class ModuleMapsSuite extends munit.FunSuite:
  private val home = Path.of(sys.props("brine.home"))

  /** Modules that are a table: each entry stands for itself. */
  private val tables = Set("codec-bench", "pekko-bench", "consumers", "docs")

  /** Headings of a map that has several. */
  private val headings =
    Map("lab" -> List("Packages", "How one cell is measured")).withDefaultValue(List("Map"))

  private def list(folder: Path): List[Path] =
    val files = Files.list(folder)
    try files.iterator.asScala.toList.sorted
    finally files.close()

  private def hidden(folder: Path) =
    val name = folder.getFileName.toString
    name == "target" || name.startsWith(".")

  /** The folders of main sources below a folder: `src/main/scala` and the like, also of parts of the module. */
  private def sources(folder: Path): List[Path] =
    val below = list(folder).filter(Files.isDirectory(_)).filterNot(hidden)
    below.flatMap: each =>
      if each.endsWith("src/main") then
        list(each).filter(language => language.getFileName.toString.matches("(scala|java)(-.*)?"))
      // Those of libraries that others wrote are no packages of the module.
      else if each.getFileName.toString == "peers" then Nil
      else sources(each)

  /** The packages in a folder of sources, as paths. */
  private def packages(folder: Path, below: Path): List[Path] =
    val (folders, files) = list(below).partition(Files.isDirectory(_))
    val isPackage        = below != folder && files.exists: file =>
      val name = file.getFileName.toString
      (name.endsWith(".scala") || name.endsWith(".java")) && !name.endsWith("-info.java")
    (if isPackage then List(folder.relativize(below)) else Nil) ++ folders.flatMap(packages(folder, _))

  private def packagesOf(module: Path): List[Path] =
    sources(module).flatMap(folder => packages(folder, folder)).distinct

  private val modules = list(home)
    .filter(folder => Files.isDirectory(folder) && Files.exists(folder.resolve("README.md")))
    .filterNot(folder => hidden(folder) || tables(folder.getFileName.toString))
    .filter(packagesOf(_).nonEmpty)

  /** A section of a page, without its heading; empty if it has none. */
  private def section(page: String, heading: String): String =
    page.linesIterator
      .dropWhile(_ != s"## $heading")
      .drop(1)
      .takeWhile(!_.startsWith("## "))
      .mkString("\n")

  private def map(page: String, module: String): String = headings(module).map(section(page, _)).mkString("\n")

  private def unnamed(text: String, packages: List[Path]): List[Path] =
    packages.filterNot(path => raw"\b${path.getFileName}\b".r.unanchored.matches(text))

  private val isSource = Set(".scala", ".java", ".js")

  private def files(folder: Path): List[Path] =
    val (folders, found) = list(folder).filterNot(hidden).partition(Files.isDirectory(_))
    found.filter(file => isSource.exists(file.toString.endsWith)) ++ folders.flatMap(files)

  private val definition = raw"\b(?:class|trait|object|enum|type|interface|record|val|def)\s+(\w+)".r
  private val cases      = raw"\bcase\s+([A-Z][\w, ]*)".r

  /** What a text defines, and the cases that it names. */
  private def defined(text: String): Iterator[String] =
    definition.findAllMatchIn(text).map(_.group(1)) ++
      cases.findAllMatchIn(text).flatMap(_.group(1).split(raw"\W+"))

  /** The names of classes in a text: those of several words. One of a single word may be a word of a sentence. */
  private def classes(text: String): List[String] =
    raw"\b[A-Z][a-z0-9]+[A-Z]\w*".r.findAllIn(text).toList.distinct

  test("the modules are found, with packages of each kind of folder"):
    val names = modules.map(_.getFileName.toString)
    assert(
      Set("actor", "cli", "codec", "command-line", "dev", "entity", "journal", "lab").subsetOf(names.toSet),
      names
    )
    val codec = packagesOf(home.resolve("codec")).map(_.toString)
    assert(codec.contains("brine/codec/inspect") && codec.sizeIs > 10, codec)
    assert(packagesOf(home.resolve("actor")).contains(Path.of("brine/actor/internal/mailbox")))

  test("a package that a map lacks is found"):
    val page = "# x\n\n## Map\n\n```text\nbrine.x\n  inner   A\n```\n\n## Limits\n\nother\n"
    val all  = List("brine/x", "brine/x/inner", "brine/x/other").map(Path.of(_))
    assertEquals(unnamed(map(page, "x"), all), List(Path.of("brine/x/other")))
    assertEquals(map("# x\n", "x"), "")

  modules.foreach: module =>
    val name = module.getFileName.toString
    test(s"the map of $name is a picture that names each package"):
      val text = map(Files.readString(module.resolve("README.md")), name)
      assert(text.contains("```"), s"$name/README.md has no picture below ${headings(name).mkString(" and ")}")
      assertEquals(unnamed(text, packagesOf(module)), Nil)

  test("what a text defines is found, and a name that is not"):
    val text = "final class OneName(val two: Int)\n" +
      "enum ThreeNames:\n  case FourNames, FiveNames\n  case SixNames(a: Int)"
    val all = defined(text).toSet
    assertEquals(
      classes("OneName, ThreeNames, FourNames, FiveNames, SixNames, Word and SevenNames.x").filterNot(all),
      List("SevenNames")
    )

  test("each class that a map names exists"):
    val sources = files(home)
    assert(sources.sizeIs > 1000, sources.size)
    val all = sources.iterator.flatMap: file =>
      val name = file.getFileName.toString
      Iterator(name.take(name.lastIndexOf('.'))) ++ defined(Files.readString(file))
    val known   = all.toSet
    val unknown = modules.flatMap: module =>
      val name = module.getFileName.toString
      classes(map(Files.readString(module.resolve("README.md")), name)).filterNot(known).map(s"$name: " + _)
    assertEquals(unknown, Nil)

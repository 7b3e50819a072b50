package brine.lab.custom

import brine.lab.failure.{Refusal, RunFailure}
import brine.lab.sample.UserType
import java.net.URLClassLoader
import java.nio.charset.CharacterCodingException
import java.nio.file.{Files, Path}

/** A compiled source with types and samples.
  *
  * @param classes
  *   folder of its classes
  * @param folder
  *   folder that files of samples are relative to
  * @param samples
  *   full name of the samples
  * @param root
  *   full name of the type of the samples
  * @param types
  *   the types of the user's own, those first that others need
  */
private[custom] final case class UserTypes(
    classes: Path,
    folder: Path,
    samples: String,
    root: String,
    types: List[UserType]
)

private[custom] object UserTypes:
  /** The compiled program that checks the samples. */
  val checker = "brinelab.BrineLabSamples"

  /** Compiles a source.
    *
    * @param work
    *   folder for what is made
    * @throws brine.lab.failure.Refusal
    *   if it does not compile, or has no samples
    */
  def compile(source: Path, work: Path): UserTypes =
    val text     = read(source)
    val packaged = packageOf(text)
    // Code in a package cannot refer to types outside all packages.
    val name   = packaged.getOrElse("custom")
    val inside = if packaged.isEmpty then s"package $name; $text" else text
    if !"\\bsamples\\b".r.unanchored.matches(text) then
      throw Refusal(s"$source has no samples; add the values to measure: val samples: Seq[YourType] = Seq(…)")
    val made    = Files.createDirectories(work.resolve("types"))
    val copy    = Files.writeString(made.resolve(source.getFileName.toString), inside)
    val classes = work.resolve("classes")
    val path    = ScalaCompiler.sample :: ScalaCompiler.library
    // One run for both: most of what a run of the compiler takes is its start.
    val described       = Files.writeString(made.resolve(s"BrineLabTypes-${source.getFileName}"), describing(name))
    val problems        = ScalaCompiler.compile(List(copy, described), path, classes)
    val (needed, usual) = problems.partition(_.file == described.getFileName.toString)
    refuse(usual, source)
    needed.headOption.foreach: problem =>
      throw Refusal(
        s"$source: the lab needs `val samples: Seq[YourType]` outside all objects and classes: ${problem.short}"
      )
    val found = load(classes)
    val root  = found.head.name
    if found.tail.isEmpty then
      throw Refusal(
        s"$source: samples are of $root; the lab measures values of your own case classes, such as Seq[Order]"
      )
    UserTypes(classes, source.toAbsolutePath.getParent, s"_root_.$name.samples", root, found.tail)

  private def refuse(problems: List[ScalaCompiler.Problem], source: Path): Unit =
    if problems.nonEmpty then
      val more  = if problems.sizeIs > 1 then s" (and ${problems.size - 1} more)" else ""
      val at    = problems.head
      val place = if at.line == 0 then source.toString else s"$source:${at.line}"
      throw Refusal(s"$place: ${at.message.linesIterator.map(_.trim).filter(_.nonEmpty).mkString(" ")}$more")

  /** The source as the compiler takes it: without what only marks the start of a file. */
  private def read(source: Path): String =
    val text =
      try Files.readString(source).stripPrefix("\ufeff")
      catch case _: CharacterCodingException => throw Refusal(s"$source is not in UTF-8; convert it first")
    if text.startsWith("#!") then "//" + text else text

  /** The package of what stands outside all objects: clauses may follow each other. */
  private def packageOf(text: String): Option[String] =
    val clause                               = "^\\s*package\\s+(?!object\\b)([\\w.`]+)\\s*[;:{]?".r
    def packages(code: String): List[String] = clause.findFirstMatchIn(code) match
      case Some(found) => found.group(1) :: packages(code.drop(found.end))
      case None        => Nil
    val found = packages(text.replaceAll("(?s)/\\*.*?\\*/", " ").replaceAll("//[^\n]*", " "))
    Option.when(found.nonEmpty)(found.mkString("."))

  private def describing(name: String) =
    s"""package brinelab
       |object BrineLabTypes:
       |  def types: List[brine.lab.sample.UserType] = brine.lab.sample.UserType.of(_root_.$name.samples)
       |object BrineLabSamples:
       |  def main(arguments: Array[String]): Unit = brine.lab.sample.SampleCheck.run(_root_.$name.samples)
       |""".stripMargin

  /** Asks the compiled code for its types; nothing of the user's own runs. */
  private def load(classes: Path): List[UserType] =
    val loader = URLClassLoader(Array(classes.toUri.toURL), getClass.getClassLoader)
    try
      val module = loader.loadClass("brinelab.BrineLabTypes$")
      module.getMethod("types").invoke(module.getField("MODULE$").get(null)).asInstanceOf[List[UserType]]
    catch case failure: ReflectiveOperationException => throw RunFailure(s"cannot look at the types: $failure")
    finally loader.close()

package brine.dev.site

import brine.commandline.{Command, CommandLine}
import brine.dev.{BuildRun, Checkout, Effort}
import java.nio.file.{Files, Path}
import java.util.Comparator
import mainargs.{arg, main, ParserForClass}
import scala.jdk.CollectionConverters.*

/** Builds the site: all pages, with search, and the API documentation. */
final class DocsCommand(checkout: Checkout) extends Command:
  import DocsCommand.*

  val names: List[String] = List("docs")

  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], arguments): parsed =>
      val out = parsed.out.fold(checkout.target.resolve("site"))(folder => Path.of(folder).toAbsolutePath.normalize)
      // The default folder is this command's own; a run that was interrupted leaves a part of a site there.
      if parsed.out.isDefined && isForeign(out) then
        CommandLine.complain(s"$out is a file, or not empty and no site: give --out a new folder")
      else
        made(out) match
          case Right(()) =>
            println(out.resolve("index.html"))
            0
          case Left(Failure(code, text)) =>
            Console.err.println(s"brine: $text")
            code

  private def made(out: Path): Either[Failure, Unit] =
    for
      _     <- mkDocs.install().left.map(Failure(Missing, _))
      input <- built().left.map(Failure(1, _))
      _     <- sources(input, out).left.map(Failure(1, _))
      _     <- mkDocs.build(folder.resolve("mkdocs.yml")).left.map(Failure(1, _))
    yield ()

  private val folder = checkout.target.resolve("site-input")

  private def mkDocs = MkDocs(
    checkout.home.resolve("docs/site/requirements.txt"),
    checkout.target.resolve("site-tools"),
    "python3",
    checkout.target.resolve("brine-docs-mkdocs.log")
  )

  private def built(): Either[String, SiteInput] =
    val log   = checkout.target.resolve("brine-docs.log")
    val build = BuildRun.start(checkout, List("siteInput"), Effort.Quick, log)(showProgress)
    if build.exitCode != 0 then Left(s"the build failed; the whole log is $log")
    else SiteInput.parse(Files.readAllLines(checkout.target.resolve("site-input.tsv")).asScala.toList)

  private def sources(input: SiteInput, out: Path): Either[String, Unit] =
    if Files.exists(folder) then delete(folder)
    val dead = SiteSources.write(checkout.home, input, folder, out)
    Either.cond(dead.isEmpty, (), dead.mkString("links that lead to nothing:\n  ", "\n  ", ""))

  private def showProgress(line: String): Unit =
    if line.startsWith("[error]") || line.startsWith("brine: ") || line.contains("] compiling ") then
      Console.err.println(line)

  // MkDocs deletes what is in the folder.
  private def isForeign(out: Path): Boolean =
    Files.exists(out) && !Files.exists(out.resolve("search/search_index.json")) && {
      !Files.isDirectory(out) || {
        val files = Files.list(out)
        try files.findAny.isPresent
        finally files.close()
      }
    }

  private def delete(folder: Path): Unit =
    val files = Files.walk(folder)
    try files.sorted(Comparator.reverseOrder).forEach(file => Files.delete(file))
    finally files.close()

object DocsCommand:
  private final case class Failure(code: Int, text: String)

  // the exit code when something has to be installed first
  private val Missing = 69

  @main(
    name = "./brine docs",
    doc = "Builds the site: all pages, with search, and the API documentation of the published modules. Prints the " +
      "file to open. The folder can be served by any web server. Needs Python 3.10 or newer with venv and pip; the " +
      "first run installs MkDocs in target/site-tools."
  )
  private[dev] final case class Arguments(
      @arg(doc = "folder of the site; target/site by default") out: Option[String] = None
  )

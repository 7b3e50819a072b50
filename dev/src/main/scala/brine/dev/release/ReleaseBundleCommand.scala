package brine.dev.release

import brine.commandline.{Command, CommandLine}
import brine.dev.{BuildRun, Checkout, Effort}
import java.io.File
import java.nio.file.{Files, Path}
import java.util.Comparator
import mainargs.{arg, main, ParserForClass}

/** Makes the bundle of a release for Maven Central, signed and checked, without uploading it.
  *
  * @param path
  *   folders to search for programs, in the format of the PATH variable
  */
final class ReleaseBundleCommand(
    checkout: Checkout,
    path: String,
    environment: Map[String, String] = Map.empty,
    buildVersion: => String = Versions.ofBuild
) extends Command:
  import ReleaseBundleCommand.Arguments

  val names: List[String] = List("release-bundle")

  def run(arguments: List[String]): Int =
    CommandLine.parse(ParserForClass[Arguments], arguments): parsed =>
      Versions.toRelease(parsed.version, buildVersion) match
        case Left(wrong)                  => CommandLine.complain(wrong)
        case Right(_) if !isOnPath("gpg") =>
          Console.err.println("brine: a release is signed with GnuPG: install `gpg` so that it is on the PATH")
          69
        case Right(version) =>
          val gpg = Gpg(parsed.key, environment)
          gpg.problem.fold(bundle(version, gpg))(CommandLine.complain)

  private def bundle(version: String, gpg: Gpg): Int =
    val repository = checkout.target.resolve("publication").resolve(version)
    val file       = checkout.target.resolve("release").resolve(s"brine-$version-bundle.zip")
    val log        = checkout.target.resolve("brine-release.log")
    delete(repository) // what an earlier run left must not be released
    Files.deleteIfExists(file)
    val commands = List(s"""set ThisBuild / version := "$version"""", "set ThisBuild / Publishing.withDocs := true")
    Console.err.println(s"brine: publishing $version to a folder, with API documentation (log: $log)")
    val build = BuildRun.start(checkout, commands :+ "publishAll", Effort.Quick, log)(showProgress)
    if build.exitCode != 0 then failed(build.failedSteps :+ s"the build failed; the whole log is $log")
    else
      Console.err.println("brine: signing and checking")
      ReleaseBundle(checkout.home, gpg).make(repository, version, file) match
        case Left(problems) => failed(problems)
        case Right(count)   =>
          println(s"$file: $count artifacts of version $version, signed and complete. Nothing was uploaded.")
          0

  private def failed(problems: List[String]): Int =
    problems.foreach(problem => Console.err.println(s"brine: $problem"))
    1

  private def showProgress(line: String): Unit =
    if line.startsWith("[error]") || line.startsWith("brine: ") || line.contains("] compiling ") || line.contains(
        "] Main Scala API documentation to "
      )
    then Console.err.println(line)

  private def isOnPath(program: String): Boolean =
    path.split(File.pathSeparatorChar).exists(folder => folder.nonEmpty && Files.isExecutable(Path.of(folder, program)))

  private def delete(folder: Path): Unit =
    if Files.exists(folder) then
      val walked = Files.walk(folder)
      try walked.sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_))
      finally walked.close()

object ReleaseBundleCommand:
  @main(
    name = "./brine release-bundle",
    doc = "Makes the bundle of a release for Maven Central: all artifacts with sources, API documentation, POMs, " +
      "signatures and checksums, checked and zipped. It uploads nothing. Needs gpg with a secret key."
  )
  private[dev] final case class Arguments(
      @arg(doc = "the version to release, such as 0.1.0; that of the build unless it is a snapshot") version: Option[
        String
      ] = None,
      @arg(doc = "the key to sign with: its id, fingerprint or address; gpg's default key without it") key: Option[
        String
      ] = None
  )

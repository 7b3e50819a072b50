package brine.dev.release

import java.nio.file.StandardCopyOption.REPLACE_EXISTING
import java.nio.file.{Files, Path}
import java.time.LocalDateTime
import java.util.zip.{ZipEntry, ZipOutputStream}
import scala.util.Using

/** Makes the file that a release consists of: all artifacts with their signatures and checksums, laid out as a Maven
  * repository and zipped. Nothing is uploaded.
  */
final class ReleaseBundle(home: Path, gpg: Gpg):

  /** Signs what is in a repository, checks that it is complete, and zips it.
    *
    * @return
    *   the number of artifacts, or what is wrong, one line each
    */
  def make(repository: Path, version: String, bundle: Path): Either[List[String], Int] =
    val artifacts = Artifact.in(repository, version)
    PublicationCheck(home, withDocs = true).problems(artifacts) ::: strays(repository, artifacts, version) match
      case Nil =>
        for
          _ <- sign(repository)
          _ <- none(problems(repository))
        yield
          zip(repository, bundle)
          artifacts.size
      case problems => Left(problems)

  // Everything in the repository goes into the bundle, and what is released once cannot be withdrawn.
  private def strays(repository: Path, artifacts: List[Artifact], version: String): List[String] =
    val endings = Artifact.endings ::: Artifact.further
    val parts   = artifacts.flatMap(artifact => endings.map(artifact.file)).toSet
    RepositoryFiles
      .all(repository)
      .filterNot(file => parts(RepositoryFiles.origin(file)))
      .map(file => s"${repository.relativize(file)} is no part of version $version")

  private def sign(repository: Path): Either[List[String], Unit] =
    val files   = RepositoryFiles.signed(repository)
    val refused = files.iterator.flatMap(gpg.sign(_).left.toOption).take(1).toList
    files.foreach(file => Checksum.values.foreach(_.write(file)))
    none(refused)

  /** What is wrong with the signatures and checksums in a repository, one line each. */
  def problems(repository: Path): List[String] =
    RepositoryFiles
      .signed(repository)
      .flatMap: file =>
        val unsigned  = !Files.isRegularFile(Gpg.signature(file))
        val signature =
          if unsigned then Some(s"${Gpg.signature(file).getFileName} is missing") else gpg.verify(file)
        signature.toList ::: Checksum.values.toList.flatMap(_.problem(file))

  private def none(problems: List[String]): Either[List[String], Unit] = Either.cond(problems.isEmpty, (), problems)

  private def zip(repository: Path, bundle: Path): Unit =
    Files.createDirectories(bundle.getParent)
    val unfinished = bundle.resolveSibling(bundle.getFileName.toString + ".part")
    Using.resource(ZipOutputStream(Files.newOutputStream(unfinished))): out =>
      RepositoryFiles
        .all(repository)
        .foreach: file =>
          val entry = ZipEntry(repository.relativize(file).toString.replace('\\', '/'))
          entry.setTimeLocal(ReleaseBundle.Epoch) // so that the same files make the same bundle
          out.putNextEntry(entry)
          Files.copy(file, out)
          out.closeEntry()
    Files.move(unfinished, bundle, REPLACE_EXISTING): Unit

object ReleaseBundle:
  // The first time that a zip can hold.
  private val Epoch = LocalDateTime.of(1980, 1, 1, 0, 0)

package brine.build

import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}
import java.nio.file.attribute.BasicFileAttributes

/** A copy of a checkout without anything built, whose files a test may change. */
final class WorkingCopy(val root: Path):

  /** Changes a file.
    *
    * @throws IllegalStateException
    *   if the change leaves the file as it is
    */
  def edit(path: String)(change: String => String): Unit =
    val file    = root.resolve(path)
    val before  = Files.readString(file)
    val changed = change(before)
    if changed == before then throw IllegalStateException(s"the change leaves $path as it is; adapt it to the file")
    Files.writeString(file, changed): Unit

object WorkingCopy:
  private val left = Set("target", ".git", ".bsp", ".bloop", ".metals", ".idea")

  /** Copies a checkout, with its sbt launcher if it has fetched one. */
  def of(checkout: Path, to: Path): WorkingCopy =
    copy(checkout, to)
    val launchers = Path.of("target", "boot")
    if Files.isDirectory(checkout.resolve(launchers)) then copy(checkout.resolve(launchers), to.resolve(launchers))
    WorkingCopy(to)

  private def copy(from: Path, to: Path): Unit =
    Files.walkFileTree(
      from,
      new SimpleFileVisitor[Path]:
        override def preVisitDirectory(folder: Path, attributes: BasicFileAttributes): FileVisitResult =
          if folder != from && left(folder.getFileName.toString) then FileVisitResult.SKIP_SUBTREE
          else
            Files.createDirectories(to.resolve(from.relativize(folder)))
            FileVisitResult.CONTINUE
        override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
          Files.copy(file, to.resolve(from.relativize(file)))
          FileVisitResult.CONTINUE
    ): Unit

package brine.docs

import java.io.IOException
import java.nio.file.attribute.BasicFileAttributes
import java.nio.file.{FileVisitResult, Files, Path, SimpleFileVisitor}

/** The files of a checkout that people write. */
object CheckoutFiles:
  /** Paths from the root of the checkout, sorted, of the files whose names end in one of these ways. Folders of builds
    * and hidden folders are not entered: other modules write there meanwhile.
    */
  def of(home: Path, endings: String*): List[Path] =
    val found = List.newBuilder[Path]
    Files.walkFileTree(
      home,
      new SimpleFileVisitor[Path]:
        override def preVisitDirectory(folder: Path, attributes: BasicFileAttributes): FileVisitResult =
          val name = folder.getFileName.toString
          if folder != home && (name == "target" || name == "node_modules" || name.startsWith(".")) then
            FileVisitResult.SKIP_SUBTREE
          else FileVisitResult.CONTINUE
        override def visitFile(file: Path, attributes: BasicFileAttributes): FileVisitResult =
          if endings.exists(file.toString.endsWith) then found += home.relativize(file)
          FileVisitResult.CONTINUE
        override def visitFileFailed(file: Path, failure: IOException): FileVisitResult = FileVisitResult.CONTINUE
    ): Unit
    found.result().sortBy(_.toString)

package brine.examples.site

import java.net.UnknownHostException
import java.nio.file.*

/** Failures in words, for the person who has started the program. */
private[site] object Failures:
  /** Why something has failed, in one line. The JDK's messages about files and hosts are often their names alone. */
  def reason(failed: Throwable): String = failed match
    case wrong: NoSuchFileException        => s"there is no ${wrong.getFile}"
    case wrong: AccessDeniedException      => s"this user may not use ${wrong.getFile}"
    case wrong: FileAlreadyExistsException => s"${wrong.getFile} is a file, and must be a folder"
    case wrong: NotDirectoryException      => s"${wrong.getFile} is no folder"
    case wrong: UnknownHostException       => s"there is no host ${wrong.getMessage}"
    case wrong: InvalidPathException       =>
      s"'${wrong.getInput}' is no name of a file in the encoding of this system: set LC_ALL to one with UTF-8"
    case other => Option(other.getMessage).flatMap(_.linesIterator.nextOption()).getOrElse(other.toString)

  /** Why something has failed, by what was the cause of all else. */
  def cause(failed: Throwable): String =
    reason(Iterator.iterate(failed)(_.getCause).takeWhile(_ != null).toList.last)

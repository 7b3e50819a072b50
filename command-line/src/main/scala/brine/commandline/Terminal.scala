package brine.commandline

import java.nio.file.{Files, Path}
import scala.util.Try

/** Whether a person watches. */
private[brine] object Terminal:
  /** Whether the error stream is a terminal, so that a progress bar makes sense there. */
  def isWatched: Boolean =
    Try(Files.readSymbolicLink(Path.of("/proc/self/fd/2")).toString)
      .fold(_ => System.console() != null, target => target.startsWith("/dev/pts/") || target.startsWith("/dev/tty"))

package brine.journal.format

import java.io.IOException

/** A segment has units of a compression that the program was not given. It is not damaged. */
private[journal] final class UnknownCompression(file: String, kind: Int)
    extends IOException(
      s"$file has units compressed by kind $kind, and this program was given no compression of that kind: add it to " +
        "JournalSettings.compressions"
    )

package brine.journal

import java.io.IOException

/** Something that was not tried, because it would do harm. The message says what, and what to do instead. */
private[journal] final class Refusal(message: String) extends IOException(message)

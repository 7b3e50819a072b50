package brine.codec.internal

/** The forms of a string.
  *
  * Short ASCII, by far the most frequent, is a byte of C0 and the length before the characters. Where there is a dictionary, the
  * bytes from C0 on are references to it, and short ASCII has no header: it starts with a byte below 80 and ends with the first
  * above. (Not everywhere, because it has to be copied before it is a string, which takes reading longer: ADR 0009.)
  * Any other first byte begins a header whose low bits name the form: 0 for windowed (one byte per character of one non-Latin
  * script mixed with ASCII), 01 for UTF-16 units, 011 for UTF-8, 111 for ASCII. The bits above hold the number of bytes (UTF-16: of
  * units) that follow.
  */
private[codec] object Strings:
  /** Before a character of a windowed text that is not in its window. */
  inline val Quote = 0x0e

  /** The first character of the window whose bytes are Latin-1. */
  inline val Latin = 0x80

  /** The longest text whose length is in its first byte, and the longest that ends by a bit. */
  inline val LongestShort = 63

  inline val Header     = 0x80
  inline val LongHeader = 0xa0
  inline val Counted    = 0xc0
  inline val HeaderBits = 5

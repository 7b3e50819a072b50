package brine.codec.internal.text

/** The forms of a string.
  *
  * Short ASCII, by far the most frequent, is a byte from C0 up that contains the length, then the characters. With a
  * dictionary, bytes from C0 up are references, and short ASCII has no header: it starts with a byte below 80 and ends
  * with the first byte above. (That form is not used everywhere, because such a string must be copied before it is
  * decoded, which makes reading slower: ADR 0009.)
  *
  * Any other first byte begins a header whose low bits name the form: 0 for windowed (one byte per character of one
  * non-Latin script mixed with ASCII), 01 for UTF-16 units, 011 for UTF-8, 111 for ASCII. The other bits contain the
  * number of bytes that follow (for UTF-16, of units).
  */
private[codec] object Strings:
  /** Precedes a character of a windowed string that is not in its window. */
  inline val Quote = 0x0e

  /** The window of the letters that Latin-1 adds to ASCII: its bytes are those of Latin-1. */
  inline val LatinWindow = 1

  /** Longest string whose length is in its first byte, and longest string ended by the high bit of its last byte. */
  inline val LongestShort = 63

  inline val Header     = 0x80
  inline val LongHeader = 0xa0
  inline val Counted    = 0xc0
  inline val HeaderBits = 5

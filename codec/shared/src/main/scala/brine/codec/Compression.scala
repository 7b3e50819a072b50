package brine.codec

/** What happens to a block of a segment once it is full. */
enum Compression:
  /** It is written as it is. */
  case Plain

  /** It is compressed by DEFLATE (RFC 1951) if that makes it smaller, which costs time on both sides. On the JVM only:
    * JavaScript has no synchronous implementation of it, and refuses such blocks.
    */
  case Deflate

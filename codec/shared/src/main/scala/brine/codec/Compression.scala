package brine.codec

/** What happens to a block of a segment once it is full. */
enum Compression:
  /** It is written as it is. */
  case Plain

  /** It is compressed by DEFLATE (RFC 1951) if that makes it smaller. Writing costs some 50 ns a byte more, reading some 5. On the JVM
    * only: JavaScript has no synchronous implementation of it, and refuses such blocks.
    */
  case Deflate

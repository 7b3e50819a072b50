package brine.codec.javaapi

import brine.codec.Compression

/** The compressions that every reader knows, for Java programs. */
object JavaCompressions:
  /** Leaves bytes uncompressed. */
  def plain(): Compression = Compression.Plain

  /** Compresses with DEFLATE (RFC 1951) if that makes bytes smaller. */
  def deflate(): Compression = Compression.Deflate

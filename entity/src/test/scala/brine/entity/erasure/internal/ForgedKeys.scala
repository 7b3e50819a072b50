package brine.entity.erasure.internal

import brine.codec.Codec
import java.nio.file.Path

/** Files of keys with something that no key folder writes. */
object ForgedKeys:
  /** The file with its keys under the name of another subject. */
  def renamed(file: Path, bytes: Array[Byte], subject: String): Array[Byte] =
    given Codec[KeyEntries] = KeyEntries.codec
    val name                = file.getFileName.toString
    val entries             = ErasureFile.decode[KeyEntries](KeyEntries.Kind, name, file, bytes)
    ErasureFile.encode(KeyEntries.Kind, name, KeyEntries(entries.keys.map(_.copy(subject = subject))))

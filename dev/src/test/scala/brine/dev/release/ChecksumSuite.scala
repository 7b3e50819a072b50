package brine.dev.release

import brine.commandline.TemporaryFolder
import java.nio.file.Files

class ChecksumSuite extends TemporaryFolder:
  // What md5sum and the others print for a file with the three letters abc.
  private val known = Map(
    Checksum.Md5    -> "900150983cd24fb0d6963f7d28e17f72",
    Checksum.Sha1   -> "a9993e364706816aba3e25717850c26c9cd0d89d",
    Checksum.Sha256 -> "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
    Checksum.Sha512 -> ("ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a" +
      "2192992a274fc1a836ba3c23a3feebbd454d4423643ce80e2a9ac94fa54ca49f")
  )

  for checksum <- Checksum.values do
    folder.test(s"$checksum is written beside the file, as it is known"): folder =>
      val file = write(folder.resolve("a.jar"), "abc")
      assertEquals(checksum.problem(file), Some(s"a.jar${checksum.ending} is missing"))
      checksum.write(file)
      assertEquals(Files.readString(folder.resolve("a.jar" + checksum.ending)), known(checksum))
      assertEquals(checksum.problem(file), None)
      Files.writeString(file, "abd")
      assertEquals(checksum.problem(file), Some(s"a.jar${checksum.ending} is not the checksum of the file"))

package brine.lab.harness;

import java.io.BufferedOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The bytes of a case in one file: a 4-byte count, then for each value a 4-byte length and its bytes, big-endian. */
final class Framed {
  private Framed() {}

  static void write(Path file, byte[][] encoded) throws IOException {
    try (DataOutputStream out = new DataOutputStream(new BufferedOutputStream(Files.newOutputStream(file)))) {
      out.writeInt(encoded.length);
      for (byte[] bytes : encoded) {
        out.writeInt(bytes.length);
        out.write(bytes);
      }
    }
  }
}

package brine.lab.harness;

import brine.lab.peer.Format;
import com.google.gson.JsonObject;
import java.nio.file.Path;

/** The bytes of a library's own formats for many messages: one message per container, and all messages in one. */
final class Containers {
  private final Plan plan;
  private final Lines lines;

  Containers(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
  }

  /**
   * Writes a line per container before the size cell is done. A container that fails reports its reason and leaves the
   * others alone.
   */
  void write(Plan.Cell cell, Prepared prepared) {
    for (String container : prepared.format.containers()) {
      JsonObject line;
      try {
        line = measured(container, cell, prepared);
      } catch (Throwable failure) {
        Outcome outcome = Outcome.of(failure);
        line = lines.cell(cell, outcome.status(), outcome.note());
      }
      line.addProperty("event", "container");
      line.addProperty("container", container);
      lines.write(line);
    }
  }

  private JsonObject measured(String container, Plan.Cell cell, Prepared prepared) throws Exception {
    Format format = prepared.format;
    Object[] values = prepared.values;
    byte[] together = format.pack(container, values);
    byte[][] alone = new byte[values.length][];
    boolean same = same(format, values, format.unpack(container, together));
    for (int i = 0; i < values.length; i++) {
      Object[] one = {values[i]};
      alone[i] = format.pack(container, one);
      same = same && same(format, one, format.unpack(container, alone[i]));
    }
    if (!same) return lines.cell(cell, "wrong", "the values read back from " + container + " differ");
    JsonObject line = lines.cell(cell, "ok", "");
    line.addProperty("values", values.length);
    line.addProperty("file", file(cell, container, "alone", alone));
    line.addProperty("together", file(cell, container, "together", new byte[][] {together}));
    return line;
  }

  private String file(Plan.Cell cell, String container, String what, byte[][] pieces) throws Exception {
    Path file = Path.of(plan.scratch()).resolve("bytes-" + cell.id() + "-" + container + "-" + what + ".bin");
    Framed.write(file, pieces);
    return file.toString();
  }

  private static boolean same(Format format, Object[] written, Object[] read) {
    if (written.length != read.length) return false;
    for (int i = 0; i < written.length; i++) if (!format.same(written[i], read[i])) return false;
    return true;
  }
}

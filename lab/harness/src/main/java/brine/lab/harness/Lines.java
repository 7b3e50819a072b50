package brine.lab.harness;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonObject;
import java.io.PrintStream;
import java.util.List;

/** The child's side of the pipe: one JSON object per line, flushed at once so that a crash loses nothing finished. */
final class Lines {
  private final PrintStream out;
  private final Gson gson = new GsonBuilder().disableHtmlEscaping().create();

  Lines(PrintStream out) {
    this.out = out;
  }

  synchronized void write(JsonObject line) {
    out.println(gson.toJson(line));
    out.flush();
  }

  /** Reports which cell is in progress, so that the parent knows where a child died. */
  void begin(Plan.Cell cell) {
    JsonObject line = new JsonObject();
    line.addProperty("event", "begin");
    line.addProperty("id", cell.id());
    write(line);
  }

  /** Reports that work continues; a child that is silent for long counts as hung. */
  void alive() {
    JsonObject line = new JsonObject();
    line.addProperty("event", "alive");
    write(line);
  }

  JsonObject cell(Plan.Cell cell, String status, String note) {
    JsonObject line = new JsonObject();
    line.addProperty("event", "cell");
    line.addProperty("id", cell.id());
    line.addProperty("status", status);
    if (!note.isEmpty()) line.addProperty("note", note);
    return line;
  }

  void failed(List<Plan.Cell> cells, Outcome outcome) {
    for (Plan.Cell cell : cells) write(cell(cell, outcome.status(), outcome.note()));
  }
}

package brine.lab.harness;

import brine.lab.peer.Library;
import brine.lab.peer.Peer;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;

/** Lists the libraries of the peers on the class path, one line each. */
final class Describe {
  private Describe() {}

  static void run(Lines lines) {
    for (Peer peer : Peers.all())
      for (Library library : peer.libraries()) {
        JsonObject line = new JsonObject();
        line.addProperty("event", "library");
        line.addProperty("name", library.name());
        line.addProperty("version", library.version());
        line.addProperty("settings", library.settings());
        JsonArray traits = new JsonArray();
        library.traits().stream().sorted().forEach(traits::add);
        line.add("traits", traits);
        JsonArray studies = new JsonArray();
        library.studies().stream().sorted().forEach(studies::add);
        line.add("studies", studies);
        lines.write(line);
      }
  }
}

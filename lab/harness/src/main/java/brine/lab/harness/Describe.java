package brine.lab.harness;

import brine.lab.peer.ActorPeer;
import brine.lab.peer.EntityPeer;
import brine.lab.peer.Library;
import brine.lab.peer.LogPeer;
import brine.lab.peer.Peer;
import com.google.gson.JsonArray;
import com.google.gson.JsonObject;
import java.util.ServiceLoader;
import java.util.Set;

/** Lists the libraries of the peers on the class path, one line each. */
final class Describe {
  private Describe() {}

  static void run(Lines lines) {
    for (Peer peer : Peers.all())
      for (Library library : peer.libraries()) {
        JsonObject line = line(library);
        line.add("cases", sorted(peer.cases(library.name())));
        lines.write(line);
      }
    for (ActorPeer peer : ServiceLoader.load(ActorPeer.class))
      for (Library library : peer.libraries())
        lines.write(line(library, peer.unavailable(library.name()), peer.cases(library.name())));
    for (LogPeer peer : ServiceLoader.load(LogPeer.class))
      for (Library library : peer.libraries())
        lines.write(line(library, peer.unavailable(library.name()), peer.cases(library.name())));
    for (EntityPeer peer : ServiceLoader.load(EntityPeer.class))
      for (Library library : peer.libraries())
        lines.write(line(library, peer.unavailable(library.name()), peer.cases(library.name())));
  }

  private static JsonObject line(Library library, String unavailable, Set<String> cases) {
    JsonObject line = line(library);
    line.addProperty("unavailable", unavailable);
    line.add("cases", sorted(cases));
    return line;
  }

  private static JsonObject line(Library library) {
    JsonObject line = new JsonObject();
    line.addProperty("event", "library");
    line.addProperty("name", library.name());
    line.addProperty("version", library.version());
    line.addProperty("settings", library.settings());
    line.addProperty("guide", library.guide());
    line.add("traits", sorted(library.traits()));
    line.add("studies", sorted(library.studies()));
    return line;
  }

  private static JsonArray sorted(Set<String> words) {
    JsonArray array = new JsonArray();
    words.stream().sorted().forEach(array::add);
    return array;
  }
}

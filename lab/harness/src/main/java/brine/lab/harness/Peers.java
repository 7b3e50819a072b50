package brine.lab.harness;

import brine.lab.peer.Input;
import brine.lab.peer.Library;
import brine.lab.peer.Peer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.ServiceLoader;

/** The peers on this JVM's class path. */
final class Peers {
  private Peers() {}

  static List<Peer> all() {
    List<Peer> peers = new ArrayList<>();
    ServiceLoader.load(Peer.class).forEach(peers::add);
    return peers;
  }

  /** The peer that has the library. */
  static Peer of(String library) {
    for (Peer peer : all())
      for (Library candidate : peer.libraries())
        if (candidate.name().equals(library)) return peer;
    throw new IllegalStateException("no peer on the class path has a library named " + library);
  }

  static Input input(String siteData) {
    return new Input(siteData == null || siteData.isEmpty() ? Optional.empty() : Optional.of(Path.of(siteData)));
  }
}

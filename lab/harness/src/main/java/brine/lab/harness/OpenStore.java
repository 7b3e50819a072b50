package brine.lab.harness;

import brine.lab.peer.Library;
import brine.lab.peer.LogPeer;
import brine.lab.peer.LogStore;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.Map;
import java.util.ServiceLoader;

/**
 * The store of a plan of study {@code log}. It is opened when the first case needs it, so that a child that measures
 * the machine's limits never loads a library. A child that receives a termination signal, such as Ctrl-C, stops the
 * server it has started.
 */
final class OpenStore implements AutoCloseable {
  private final Plan plan;
  private final Lines lines;
  private final Path folder;
  private final Map<LogStore.Level, Outcome> checked = new EnumMap<>(LogStore.Level.class);
  private LogStore store;

  OpenStore(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
    this.folder = Path.of(plan.data());
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "lab-log-closer"));
  }

  /** The folder on the file system that is measured. */
  Path folder() {
    return folder;
  }

  /** Opens the store; if that fails, the next case tries again and reports its own reason. */
  synchronized LogStore get() throws Exception {
    if (store == null) {
      LogPeer peer = peer(plan.library());
      String reason = peer.unavailable(plan.library());
      if (!reason.isEmpty()) throw new UnsupportedOperationException(reason);
      Path own = LogFolder.create(folder.resolve("store"));
      store =
          plan.kept() == null
              ? peer.open(plan.library(), own)
              : peer.open(plan.library(), own, kept(plan.kept(), plan.library()));
      lines.alive();
    }
    return store;
  }

  /** Whether events are read back as they were appended at this level; tried once. */
  Outcome check(LogStore.Level level) throws Exception {
    Outcome known = checked.get(level);
    if (known != null) return known;
    Outcome outcome = LogCheck.run(get(), level);
    lines.alive();
    if (outcome.ok()) checked.put(level, outcome);
    return outcome;
  }

  @Override
  public synchronized void close() {
    LogStore open = store;
    store = null;
    if (open != null)
      try {
        open.close();
      } catch (Exception failure) {
        failure.printStackTrace();
      }
  }

  /**
   * Unpacks the programs of a library's server.
   *
   * @param args {@code prepare}, the library, a folder for what its stores keep
   */
  static void prepare(String[] args) throws Exception {
    String library = args[1];
    Path kept = kept(args[2], library);
    var entities = OpenEntities.peer(library);
    if (entities.isPresent()) {
      if (entities.get().unavailable(library).isEmpty()) entities.get().prepare(library, kept);
    } else {
      LogPeer peer = peer(library);
      if (peer.unavailable(library).isEmpty()) peer.prepare(library, kept);
    }
  }

  /** The folder for what the stores of a library keep. */
  static Path kept(String folder, String library) {
    return Path.of(folder).resolve(library);
  }

  private static LogPeer peer(String library) {
    for (LogPeer peer : ServiceLoader.load(LogPeer.class))
      for (Library candidate : peer.libraries())
        if (candidate.name().equals(library)) return peer;
    throw new IllegalStateException("no peer on the class path has a log named " + library);
  }
}

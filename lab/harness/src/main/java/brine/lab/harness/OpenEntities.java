package brine.lab.harness;

import brine.lab.peer.EntityCheck;
import brine.lab.peer.EntityModel;
import brine.lab.peer.EntityPeer;
import brine.lab.peer.EntityStore;
import brine.lab.peer.JvmWork;
import brine.lab.peer.Library;
import brine.lab.peer.LogStore.Level;
import java.nio.file.Path;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * The store of a plan of study {@code whole}, as {@link OpenStore} is for logs: opened when the first case needs it,
 * and closed by a termination signal, too. Its loads share some entities, which are created with the first of them.
 */
final class OpenEntities implements AutoCloseable {
  /** Entities that loads send requests to. */
  static final int SITES = 1000;

  /** Requests to each of three entities, before and after a restart. */
  private static final int CHECKED = 24;

  private final Plan plan;
  private final Lines lines;
  private final Path folder;
  private EntityPeer peer;
  private EntityStore store;
  private Sites sites;
  private final Compilers compilers = new Compilers();
  private long found = -1;
  private boolean isChecked;

  OpenEntities(Plan plan, Lines lines) {
    this.plan = plan;
    this.lines = lines;
    this.folder = Path.of(plan.data());
    Runtime.getRuntime().addShutdownHook(new Thread(this::close, "lab-entities-closer"));
  }

  /** The folder on the file system that is measured. */
  Path folder() {
    return folder;
  }

  /** Opens the store; if that fails, the next case tries again and reports its own reason. */
  synchronized EntityStore get() throws Exception {
    if (store == null) {
      EntityPeer own =
          peer(plan.library())
              .orElseThrow(
                  () -> new IllegalStateException("no peer on the class path has entities named " + plan.library()));
      String reason = own.unavailable(plan.library());
      if (!reason.isEmpty()) throw new UnsupportedOperationException(reason);
      Path empty = LogFolder.create(folder.resolve("store"));
      store =
          plan.kept() == null
              ? own.open(plan.library(), empty)
              : own.open(plan.library(), empty, OpenStore.kept(plan.kept(), plan.library()));
      peer = own;
      lines.alive();
    }
    return store;
  }

  /** What its entities are. The store must be open. */
  synchronized EntityModel model() {
    return peer.model();
  }

  /** Whether the row only appends, without entities. The store must be open. */
  synchronized boolean isLogAlone() {
    for (Library library : peer.libraries())
      if (library.name().equals(plan.library())) return library.traits().contains(EntityPeer.LOG_ALONE);
    return false;
  }

  /** Whether replies and states are those of the model, also after a restart; tried until they are. */
  Outcome check() throws Exception {
    EntityStore open = get();
    if (isChecked) return Outcome.OK;
    String difference = EntityCheck.run(model(), open, "check", CHECKED, isLogAlone(), lines::alive);
    lines.alive();
    isChecked = difference.isEmpty();
    return isChecked ? Outcome.OK : Outcome.of(new WrongResult(difference));
  }

  /** The entities of all loads. They run. */
  synchronized Sites sites() throws Exception {
    if (sites == null) {
      sites = Sites.create(get(), model(), "sites", SITES, lines::alive);
      lines.alive();
    } else if (!sites.areRunning()) {
      sites.start(Level.DISK);
    }
    return sites;
  }

  /** What all JVMs that run the entities have done so far. Their compilers are looked at. */
  JvmWork work() throws Exception {
    JvmWork work = JvmWork.ofThis().plus(sites().others());
    compilers.look(System.nanoTime(), work.compilingMillis());
    return work;
  }

  /** The compilers of all JVMs that run the entities, as of the latest {@link #work}. */
  Compilers compilers() {
    return compilers;
  }

  /**
   * Stops the entities of all loads until a load needs them: a store runs entities of one name at a time. Those of two
   * names would take twice the connections that a server has been told of.
   */
  synchronized void rest() throws Exception {
    if (sites != null) sites.stop();
  }

  /** Whether the entities of all loads have, after a restart, every event that was replied to. They run again. */
  Outcome restarted() throws Exception {
    long events = sites().events();
    if (events == found) return Outcome.OK;
    Outcome outcome = sites().restarted();
    lines.alive();
    if (outcome.ok()) found = events;
    return outcome;
  }

  @Override
  public synchronized void close() {
    Sites running = sites;
    EntityStore open = store;
    sites = null;
    store = null;
    close(running == null ? null : running::stop);
    close(open);
  }

  private static void close(AutoCloseable open) {
    if (open != null)
      try {
        open.close();
      } catch (Exception failure) {
        failure.printStackTrace();
      }
  }

  /** The peer on the class path that has a library of entities. */
  static Optional<EntityPeer> peer(String library) {
    for (EntityPeer peer : ServiceLoader.load(EntityPeer.class))
      for (Library candidate : peer.libraries()) if (candidate.name().equals(library)) return Optional.of(peer);
    return Optional.empty();
  }
}

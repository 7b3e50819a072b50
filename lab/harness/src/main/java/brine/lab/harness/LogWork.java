package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.LogStore;
import com.google.gson.JsonObject;
import java.util.HashMap;
import java.util.Map;

/**
 * What a case of study {@code log} does again and again with a log, or with records by key, of its own. Used by one
 * thread.
 */
interface LogWork extends AutoCloseable {

  /**
   * Opens the work of a case. A case that only reads is filled here, and what it reads is compared with what was
   * appended.
   *
   * @param name the case
   * @param log name of its log in the store
   * @param argument callers, events per batch, events in flight, or records to read
   * @throws WrongResult if something else is read than was appended
   */
  static LogWork open(LogStore store, String name, String log, int argument) throws Exception {
    return switch (name) {
      case "state-save" -> StateSaves.open(store, log, argument);
      case "state-load" -> StateLoads.open(store, log, argument);
      case "query-both", "query-either" -> TagQueries.open(store, name, log, argument);
      case "subscribe-one", "subscribe-batches" -> Deliveries.open(store, name, log, argument);
      default -> new LogLoad(store, name, log, argument);
    };
  }

  /** Whether a case appends events, so that appending is checked before it. */
  static boolean appends(String name) {
    return !name.startsWith("state-") && !name.startsWith("query-") && !name.startsWith("subscribe-");
  }

  /** Works until the times are over. Can be called again. */
  Rate run(int warmUpMillis, int millis) throws Exception;

  /** The unit of the figure of an operation. */
  default String unit(String op) {
    return op.equals("allocation") ? "B/record" : "records/s";
  }

  /** What one record of a {@link Rate} counts for. */
  default int factor() {
    return 1;
  }

  /** The figures of a rate, by their operations. */
  default Map<String, JsonObject> fields(Rate rate) {
    Map<String, JsonObject> byOp = new HashMap<>();
    byOp.put("rate", rate.fields(unit("rate"), factor()));
    byOp.put("allocation", Figures.field(rate.allocatedEach(), unit("allocation")));
    return byOp;
  }

  /** Whether the store contains exactly what was acknowledged. Events that are more than a limit are not counted. */
  default Outcome recount(long most) throws Exception {
    return Outcome.OK;
  }
}

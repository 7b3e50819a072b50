package brine.lab.harness;

import brine.lab.harness.LogRun.Figures;
import brine.lab.peer.LogStore;
import brine.lab.peer.TaggedLog;
import brine.lab.peer.TaggedLog.Tagged;
import com.google.gson.JsonObject;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * One reader that reads events by queries, each time of other tags. One in 50 events has a tag of the first sort, one
 * in 20 a tag of the second sort, and one in 1,000 is of the rare kind. Each result is counted and summed up.
 */
final class TagQueries implements LogWork {
  private static final int EVENT = 256;
  private static final int COURSES = 50;
  private static final int STUDENTS = 20;
  private static final int ALL = COURSES * STUDENTS;

  /** Events of the rare kind have this number among each {@link #ALL}, and a course that no query names. */
  private static final int RARE = ALL - 1;

  private static final int BATCH = 1000;

  private final TaggedLog log;
  private final boolean isBoth;
  private final int events;
  private final byte[] content = Events.ofLength(EVENT, 1)[0];
  private long queries;

  /** Count of the events of a result, and the sum of their numbers. */
  private final long[] seen = new long[2];

  private TagQueries(TaggedLog log, boolean isBoth, int events) {
    this.log = log;
    this.isBoth = isBoth;
    this.events = events;
  }

  /** @param events a multiple of 1,000 */
  static TagQueries open(LogStore store, String name, String log, int events) throws Exception {
    TagQueries queries = new TagQueries(store.tagged(log), name.equals("query-both"), events);
    queries.fill();
    for (int i = 0; i < 5; i++) queries.compare(i * 7);
    return queries;
  }

  private static String course(int event) {
    return "course:" + event % COURSES;
  }

  private static String student(int event) {
    return "student:" + event / COURSES % STUDENTS;
  }

  private byte[] event(int number) {
    byte[] event = content.clone();
    ByteBuffer.wrap(event).putLong(number);
    return event;
  }

  private void fill() throws Exception {
    List<Tagged> batch = new ArrayList<>(BATCH);
    for (int i = 0; i < events; i++) {
      batch.add(new Tagged(event(i), i % ALL == RARE, Set.of(course(i), student(i))));
      if (batch.size() == BATCH || i == events - 1) {
        log.appendAll(batch);
        batch.clear();
      }
    }
  }

  private boolean isSelected(int event, int of) {
    boolean isOfCourse = event % COURSES == of % COURSES;
    boolean isOfStudent = event / COURSES % STUDENTS == of / COURSES % STUDENTS;
    return isBoth ? isOfCourse && isOfStudent : isOfCourse || event % ALL == RARE;
  }

  /** Compares the events that the query with the tags of an event returns, one by one. */
  private void compare(int of) throws Exception {
    List<byte[]> found = new ArrayList<>();
    read(of, found::add);
    int next = 0;
    for (int i = 0; i < events; i++)
      if (isSelected(i, of)) {
        if (next == found.size()) throw wrong(next, of);
        if (!Arrays.equals(found.get(next++), event(i)))
          throw new WrongResult("event " + i + " of the query of " + told(of) + " read back differs");
      }
    if (next != found.size()) throw wrong(found.size(), of);
  }

  private void read(int of, Consumer<byte[]> each) throws Exception {
    if (isBoth) log.readBoth(course(of), student(of), each);
    else log.readEither(course(of), each);
  }

  /** How many events a query selects. */
  private int selected() {
    return isBoth ? events / ALL : events / COURSES + events / ALL;
  }

  /** The sum of the numbers of the events that a query selects. */
  private long sum(int of) {
    long each = events / ALL;
    long blocks = ALL * each * (each - 1) / 2;
    if (isBoth) return each * (of % ALL) + blocks;
    long inBlock = STUDENTS * (of % COURSES) + (long) COURSES * STUDENTS * (STUDENTS - 1) / 2 + RARE;
    return each * inBlock + (STUDENTS + 1) * blocks;
  }

  private int query() throws Exception {
    int number = StateData.visit(queries++, ALL);
    // The course of the rare events would make its result smaller than the others.
    int of = number % COURSES == RARE % COURSES ? number - 1 : number;
    seen[0] = 0;
    seen[1] = 0;
    read(of, this::see);
    if (seen[0] != selected()) throw wrong(seen[0], of);
    if (seen[1] != sum(of)) throw new WrongResult("other events than those of " + told(of) + " were read");
    return selected();
  }

  private void see(byte[] event) {
    seen[0]++;
    seen[1] += ByteBuffer.wrap(event).getLong();
  }

  private WrongResult wrong(long found, int of) {
    return new WrongResult(found + " events read by the query of " + told(of) + " instead of " + selected());
  }

  private String told(int of) {
    return isBoth ? course(of) + " and " + student(of) : course(of) + " or the rare kind";
  }

  @Override
  public Rate run(int warmUpMillis, int millis) throws Exception {
    return LogTimer.time(warmUpMillis, millis, this::query);
  }

  @Override
  public String unit(String op) {
    return op.equals("query") ? "us" : LogWork.super.unit(op);
  }

  /** The rate of the records that are selected, and microseconds that a whole query takes. */
  @Override
  public Map<String, JsonObject> fields(Rate rate) {
    Map<String, JsonObject> byOp = LogWork.super.fields(rate);
    byOp.put("query", Figures.field(1e6 * selected() / rate.mean(), unit("query")));
    return byOp;
  }

  @Override
  public void close() throws Exception {
    log.close();
  }
}

package example.store;

import brine.journal.AppendListener;
import brine.journal.EncodedAppend;
import brine.journal.EventLog;
import brine.journal.EventSource;
import brine.journal.ReadError;
import brine.journal.snapshot.SnapshotStore;
import brine.journal.state.StateRecords;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import scala.util.Either;

/** A log in Java that wraps another one and counts appends. */
public final class CountingLog implements EventLog {
  private final EventLog log;
  private final AtomicLong appends = new AtomicLong();

  public CountingLog(EventLog log) {
    this.log = log;
  }

  public long appends() {
    return appends.get();
  }

  @Override
  public void appendEncoded(EncodedAppend append, AppendListener listener, long context, boolean waits) {
    appends.incrementAndGet();
    log.appendEncoded(append, listener, context, waits);
  }

  @Override
  public String name() {
    return log.name();
  }

  @Override
  public EventSource source() {
    return log.source();
  }

  @Override
  public long durable() {
    return log.durable();
  }

  @Override
  public Either<ReadError, Object> version(String stream) {
    return log.version(stream);
  }

  @Override
  public Either<ReadError, Object> offsetAt(Instant time) {
    return log.offsetAt(time);
  }

  @Override
  public SnapshotStore snapshots() {
    return log.snapshots();
  }

  @Override
  public StateRecords states() {
    return log.states();
  }

  @Override
  public void close() {
    log.close();
  }
}

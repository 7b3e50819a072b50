package brine.journal.javaapi;

import brine.journal.snapshot.SnapshotError;
import brine.journal.snapshot.SnapshotInfo;
import java.util.List;

/**
 * A state that was loaded, and the snapshot it comes from.
 *
 * @param info description of the snapshot file
 * @param state the state
 * @param skipped why newer snapshots were skipped, newest first; empty if none was
 */
public record JavaSnapshot<S>(SnapshotInfo info, S state, List<SnapshotError> skipped) {
  /** Offset of the last record in the state. */
  public long offset() {
    return info.offset();
  }
}

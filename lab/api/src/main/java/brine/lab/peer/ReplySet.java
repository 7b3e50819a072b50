package brine.lab.peer;

import java.util.BitSet;

/** The outstanding replies, one bit each, as in the published program. Owned by one actor. */
public final class ReplySet {
  private final BitSet open;
  private final int messages;
  private final int all;

  /**
   * Creates a set in which no reply has arrived.
   *
   * @param actors number of actors that reply
   * @param messages number of replies per actor
   */
  public ReplySet(int actors, int messages) {
    this.messages = messages;
    this.all = Math.multiplyExact(actors, messages);
    this.open = new BitSet(all);
    open.set(0, all);
  }

  /** Records a reply; true if it was the last one. */
  public boolean completedBy(int actor, int message) {
    open.clear(actor * messages + message);
    return open.isEmpty();
  }

  /** Number of distinct replies so far. */
  public long distinct() {
    return all - open.cardinality();
  }
}

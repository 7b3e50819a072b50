package brine.lab.peer;

import java.util.BitSet;

/** The replies that are still to come, a bit each, as the published program keeps them. Owned by one actor. */
public final class ReplySet {
  private final BitSet open;
  private final int messages;
  private final int all;

  /**
   * @param actors   how many reply
   * @param messages how often each replies
   */
  public ReplySet(int actors, int messages) {
    this.messages = messages;
    this.all = Math.multiplyExact(actors, messages);
    this.open = new BitSet(all);
    open.set(0, all);
  }

  /** Takes a reply in; true when no other is to come. */
  public boolean completedBy(int actor, int message) {
    open.clear(actor * messages + message);
    return open.isEmpty();
  }

  /** How many distinct replies have come. */
  public long distinct() {
    return all - open.cardinality();
  }
}

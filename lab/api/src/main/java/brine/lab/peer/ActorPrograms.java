package brine.lab.peer;

/**
 * What the study {@code actors} runs, written for one actor runtime. Every call is a whole run: it creates a system of its
 * own, does the work, and returns when the system has been stopped in order, with every actor in it. Only {@link #idle} and
 * {@link #asked} leave their system running, for what they return to stop. One call at a time.
 *
 * <p>A run that goes wrong returns what it has; the lab compares that with what is right. One that never ends is ended by the
 * lab. A case that the runtime cannot do throws {@link UnsupportedOperationException} with the reason.
 */
public interface ActorPrograms {

  /**
   * A chain: each actor creates the next beside itself and sends it the number of those still to come; the last sends back a
   * message that every actor answers to whoever created it with a new one. Nothing can run in parallel. All actors live until
   * the end.
   *
   * @return how many actors the message came back through, which each message counts
   */
  long sequential(int actors) throws Exception;

  /**
   * One actor creates {@code actors} others, one after the other, and sends each {@code messages} messages as soon as it is
   * there, all while it handles a single message, so that no reply can be handled before the last is sent. A message is a new
   * {@code int[2]} with the numbers of its receiver and of itself; the reply is the same array. A {@link ReplySet} remembers
   * the replies.
   *
   * @return the number of distinct replies
   */
  long parallel(int actors, int messages) throws Exception;

  /**
   * Merge sort with an actor for each part: an actor with more than one value creates two, sends each a copy of its half, and
   * merges their replies by {@link Merge}. All actors live until the end.
   *
   * @return the values in order, in a new array
   */
  int[] mergeSort(int[] values) throws Exception;

  /**
   * Two actors pass one message, always the same object, from one to the other.
   *
   * @return how often it was received, by both together
   */
  long pingPong(int messages) throws Exception;

  /**
   * One actor sends {@code messages} messages to each of {@code actors} others; each of these sleeps as long as told, in the
   * way the runtime advises for code that blocks, and answers.
   *
   * @return the number of replies
   */
  long sleeping(int actors, int messages, int millis) throws Exception;

  /** How many actors of {@link #sleeping} can sleep at the same time, when the runtime's settings set a limit. */
  default int sleepers() {
    return Integer.MAX_VALUE;
  }

  /** Creates actors with 8 bytes of state of their own, and returns when each has handled one message. */
  Idle idle(int actors) throws Exception;

  /** Creates actors that answer what they are asked. */
  Asked asked(int actors) throws Exception;

  /** Actors that have nothing to do, held by nothing but their system. */
  interface Idle {
    /** How many have handled their message. */
    long handled();

    /** Stops the system and waits for the end of every actor. */
    void stop() throws Exception;
  }

  /** Actors that answer with the number they were asked about, plus one. */
  interface Asked {
    /**
     * Asks through the runtime's own request and reply, with its time limit if it has one. Safe from any thread, also from
     * {@code reply}.
     *
     * @param actor which one, from 0
     * @param reply called once with the answer, on whichever thread the runtime has at hand; with a negative number when there is none
     */
    void ask(int actor, long number, java.util.function.LongConsumer reply) throws Exception;

    /** Stops the system and waits for the end of every actor. */
    void stop() throws Exception;
  }
}

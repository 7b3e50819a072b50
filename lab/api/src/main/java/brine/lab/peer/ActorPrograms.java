package brine.lab.peer;

import java.util.function.LongConsumer;

/**
 * The programs of study {@code actors}, written for one actor runtime. Every call is a complete run: it creates an
 * actor system, does the work, and returns after the system and every actor in it have stopped. Those that return an
 * object leave their system running until you stop it. One call at a time.
 *
 * <p>If a run goes wrong, it returns what it has; the lab compares that with the correct result. The lab stops a run
 * that does not end. A case that the runtime cannot do throws {@link UnsupportedOperationException} with the reason.
 */
public interface ActorPrograms {

  /**
   * A chain of actors. Each actor creates the next one and sends it the number of actors still to be created. The last
   * one sends back a message; every actor answers it with a new message to its creator. Nothing can run in parallel.
   * All actors live until the end.
   *
   * @return number of actors that the message returned through, as counted by the messages
   */
  long sequential(int actors) throws Exception;

  /**
   * One actor creates {@code actors} others one by one, and sends each {@code messages} messages right after creating
   * it. It does so while it handles a single message, so that it handles no reply before it has sent the last message.
   * A message is a new {@code int[2]} with the numbers of its receiver and of itself; the reply is the same array. A
   * {@link ReplySet} collects the replies.
   *
   * @return number of distinct replies
   */
  long parallel(int actors, int messages) throws Exception;

  /**
   * Merge sort with one actor per part: an actor with more than one value creates two others, sends each a copy of its
   * half, and merges their replies with {@link Merge}. All actors live until the end.
   *
   * @return the values in ascending order, in a new array
   */
  int[] mergeSort(int[] values) throws Exception;

  /**
   * Two actors pass one message, always the same object, back and forth.
   *
   * @return number of times that both received it, in total
   */
  long pingPong(int messages) throws Exception;

  /**
   * One actor sends {@code messages} messages to each of {@code actors} others. Each of these sleeps for {@code millis}
   * milliseconds, in the way the runtime recommends for blocking code, and answers.
   *
   * @return number of replies
   */
  long sleeping(int actors, int messages, int millis) throws Exception;

  /** Most actors of {@link #sleeping} that can sleep at the same time, if the runtime's settings set a limit. */
  default int sleepers() {
    return Integer.MAX_VALUE;
  }

  /** Creates actors with 8 bytes of state each, and returns when each has handled one message. */
  Idle idle(int actors) throws Exception;

  /** Creates actors that answer asks. */
  Asked asked(int actors) throws Exception;

  /**
   * Creates actors that always have something to do: each sends itself a message from its handler, unless {@link Heat}
   * lets it rest. One more waits.
   */
  default Outside outside(int hot) throws Exception {
    throw new UnsupportedOperationException("this row has no program for messages from outside");
  }

  /** Creates two actors: the handler of the first sends the second a message, and then computes. */
  default Computing computing() throws Exception {
    throw new UnsupportedOperationException("this row has no program that sends and then computes");
  }

  /**
   * Creates an actor that computes for a millisecond for each message, and sends it {@code waiting} messages; and a
   * second actor that a timer of the runtime's own sends a message every {@code millis} milliseconds.
   *
   * @param tick called by the second actor's handler
   */
  default Overload overload(int waiting, int millis, Runnable tick) throws Exception {
    throw new UnsupportedOperationException("this row has no program with an overloaded actor");
  }

  /**
   * Each of {@code actors} actors watches one more actor. When all do, that one stops.
   *
   * @return number of actors that were told
   */
  default long watching(int actors) throws Exception {
    throw new UnsupportedOperationException("this row has no program that watches");
  }

  /** An actor that waits beside busy ones. */
  interface Outside {
    /** Sends it a message from the calling thread, no thread of the runtime. Its handler calls {@code handled}. */
    void send(Runnable handled) throws Exception;

    /** Lets the busy actors rest, and returns when none of them has a message. They are busy at first. */
    void rest() throws Exception;

    /** Makes rested actors busy again. */
    void wake() throws Exception;

    /** Stops the system and waits for every actor to stop. */
    void stop() throws Exception;
  }

  /** An actor that sends, then computes. */
  interface Computing {
    /**
     * Sends it a message. Its handler sends the other actor a message with {@link System#nanoTime()}, and then calls
     * {@code compute}. The other's handler calls {@code received} with that time.
     */
    void send(LongConsumer received, Runnable compute) throws Exception;

    /** Stops the system and waits for every actor to stop. */
    void stop() throws Exception;
  }

  /** An actor for which more messages wait than it will handle. */
  interface Overload {
    /**
     * Asks it with a time-out.
     *
     * @param ended called once: with the answer, or when the ask has failed
     */
    void ask(int timeoutMillis, Runnable ended) throws Exception;

    /** Stops the system and waits for every actor to stop. */
    void stop() throws Exception;
  }

  /** Idle actors, referenced only by their system. */
  interface Idle {
    /** Number of actors that have handled their message. */
    long handled();

    /** Stops the system and waits for every actor to stop. */
    void stop() throws Exception;
  }

  /** Actors that answer an ask with its number plus one. */
  interface Asked {
    /**
     * Asks with the runtime's own request and reply, and with its time-out if it has one. Safe from any thread, also
     * from {@code reply}.
     *
     * @param actor number of the actor, starting at 0
     * @param number number to ask about
     * @param reply called once with the answer, on any thread; with a negative number if there is no answer
     */
    void ask(int actor, long number, LongConsumer reply) throws Exception;

    /** Stops the system and waits for every actor to stop. */
    void stop() throws Exception;
  }
}

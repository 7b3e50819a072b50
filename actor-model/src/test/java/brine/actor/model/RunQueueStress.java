package brine.actor.model;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Memory order of the run queues on real processors: an owner against a thief; those called Seeded do the same with a
 * mistake in a twin, and must fail.
 *
 * <p>A result is what the owner and what the thief took, with a digit for each entry.
 */
public final class RunQueueStress {
    private RunQueueStress() {}

    /** The last entry. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class OldestFirstLast {
        private final QueueSubject queue = new RealQueue(false);

        public OldestFirstLast() {
            queue.push(0);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** Two entries, and a thief that comes twice. */
    @JCStressTest
    @Outcome(id = "11, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 11", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class OldestFirstTwo {
        private final QueueSubject queue = new RealQueue(false);

        public OldestFirstTwo() {
            queue.push(0);
            queue.push(1);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0) + queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** Entries come and go. */
    @JCStressTest
    @Outcome(id = "111, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "110, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "101, 10", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "11, 100", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "100, 11", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "10, 101", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "1, 110", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 111", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class OldestFirstMixed {
        private final QueueSubject queue = new RealQueue(false);

        public OldestFirstMixed() {
            queue.push(0);
            queue.push(1);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
            queue.push(2);
            result.r1 += queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** The last entry. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class NewestFirstLast {
        private final QueueSubject queue = new RealQueue(true);

        public NewestFirstLast() {
            queue.push(0);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** Two entries, and a thief that comes twice. */
    @JCStressTest
    @Outcome(id = "11, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 11", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class NewestFirstTwo {
        private final QueueSubject queue = new RealQueue(true);

        public NewestFirstTwo() {
            queue.push(0);
            queue.push(1);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0) + queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** Entries come and go. */
    @JCStressTest
    @Outcome(id = "111, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "110, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "101, 10", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "11, 100", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "100, 11", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "10, 101", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "1, 110", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 111", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class NewestFirstMixed {
        private final QueueSubject queue = new RealQueue(true);

        public NewestFirstMixed() {
            queue.push(0);
            queue.push(1);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
            queue.push(2);
            result.r1 += queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** The owner takes the last entry without an exchange. */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class SeededLastWithoutExchange {
        private final QueueSubject queue = new QueueTwin(QueueFault.LastWithoutExchange);

        public SeededLastWithoutExchange() {
            queue.push(0);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }

    /** Thieves may see the claim of the owner late. */
    @JCStressTest
    @Outcome(id = "11, 0", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "1, 10", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(id = "0, 11", expect = Expect.ACCEPTABLE, desc = "each once")
    @Outcome(expect = Expect.FORBIDDEN, desc = "lost or taken twice")
    @State
    public static class SeededPopWithoutFence {
        private final QueueSubject queue = new QueueTwin(QueueFault.PopWithoutFence);

        public SeededPopWithoutFence() {
            queue.push(0);
            queue.push(1);
        }

        @Actor
        public void owner(II_Result result) {
            result.r1 = queue.pop();
        }

        @Actor
        public void thief(II_Result result) {
            result.r2 = queue.steal(0) + queue.steal(0);
        }

        @Arbiter
        public void end(II_Result result) {
            result.r1 += queue.popAll();
        }
    }
}

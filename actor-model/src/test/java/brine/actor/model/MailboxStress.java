package brine.actor.model;

import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Memory order of the mailbox on real processors: each class races two threads on the runtime's cell; those called
 * Seeded do the same with a mistake in a twin, and must fail.
 *
 * <p>A result is what was handled as digits, how many messages are dead, and how often the actor was scheduled twice.
 */
public final class MailboxStress {
    private MailboxStress() {}

    /** Two senders, one of which runs the actor. */
    @JCStressTest
    @Outcome(id = "123, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "132, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "312, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class TwoSenders {
        private final Subject subject = new RealSubject(1, 0, 0);

        @Actor
        public void first() {
            subject.send(1);
            subject.send(2);
            subject.drive();
        }

        @Actor
        public void second() {
            subject.send(3);
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** Two senders to an actor that has not started, one of which runs it. */
    @JCStressTest
    @Outcome(id = "123, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "132, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "312, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class NewActor {
        private final Subject subject = new RealSubject(64, 0, 0, true);

        @Actor
        public void first() {
            subject.send(1);
            subject.send(2);
            subject.drive();
        }

        @Actor
        public void second() {
            subject.send(3);
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** The actor becomes idle by a plain store. */
    @JCStressTest
    @Outcome(id = "123, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "132, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(id = "312, 0, 0", expect = Expect.ACCEPTABLE, desc = "in order")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class SeededIdleByPlainStore {
        private final Subject subject = new Twin(TwinFault.IdleByPlainStore, 1, 0, 0);

        @Actor
        public void first() {
            subject.send(1);
            subject.send(2);
            subject.drive();
        }

        @Actor
        public void second() {
            subject.send(3);
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** What a suspended actor waits for comes while it is being parked. */
    @JCStressTest
    @Outcome(id = "12, 0, 0", expect = Expect.ACCEPTABLE, desc = "resumed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class Suspension {
        private final Subject subject = new RealSubject(64, 1, 0);

        @Actor
        public void runner() {
            subject.send(1);
            subject.drive();
        }

        @Actor
        public void completion() {
            while (!subject.asked()) Thread.onSpinWait();
            subject.resume();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.send(2);
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** The actor is parked by a store that others may see after the look at the signals. */
    @JCStressTest
    @Outcome(id = "12, 0, 0", expect = Expect.ACCEPTABLE, desc = "resumed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class SeededParkWithoutFence {
        private final Subject subject = new Twin(TwinFault.ParkWithoutFence, 64, 1, 0);

        @Actor
        public void runner() {
            subject.send(1);
            subject.drive();
        }

        @Actor
        public void completion() {
            while (!subject.asked()) Thread.onSpinWait();
            subject.resume();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.send(2);
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** The actor is parked without a second look at the signals. */
    @JCStressTest
    @Outcome(id = "12, 0, 0", expect = Expect.ACCEPTABLE, desc = "resumed")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class SeededSuspendWithoutRecheck {
        private final Subject subject = new Twin(TwinFault.SuspendWithoutRecheck, 64, 1, 0);

        @Actor
        public void runner() {
            subject.send(1);
            subject.drive();
        }

        @Actor
        public void completion() {
            while (!subject.asked()) Thread.onSpinWait();
            subject.resume();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.send(2);
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** The first message stops the actor; two more race with its end. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "both came too late")
    @Outcome(id = "21, 1, 0", expect = Expect.ACCEPTABLE, desc = "one was in time")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class Closing {
        private final Subject subject = new RealSubject(64, 0, 1);

        @Actor
        public void first() {
            subject.send(1);
            subject.drive();
            subject.send(3);
        }

        @Actor
        public void second() {
            subject.send(2);
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** A sender that finds the mailbox closed buries its own message only. */
    @JCStressTest
    @Outcome(id = "1, 2, 0", expect = Expect.ACCEPTABLE, desc = "both came too late")
    @Outcome(id = "21, 1, 0", expect = Expect.ACCEPTABLE, desc = "one was in time")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class SeededDrainOwnMessageOnly {
        private final Subject subject = new Twin(TwinFault.DrainOwnMessageOnly, 64, 0, 1);

        @Actor
        public void first() {
            subject.send(1);
            subject.drive();
            subject.send(3);
        }

        @Actor
        public void second() {
            subject.send(2);
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }

    /** The actor is stopped by whoever takes it while it is idle. */
    @JCStressTest
    @Outcome(id = "0, 2, 0", expect = Expect.ACCEPTABLE, desc = "stopped first")
    @Outcome(id = "1, 1, 0", expect = Expect.ACCEPTABLE, desc = "stopped between")
    @Outcome(id = "12, 0, 0", expect = Expect.ACCEPTABLE, desc = "stopped last")
    @Outcome(expect = Expect.FORBIDDEN, desc = "a rule is broken")
    @State
    public static class Ownership {
        private final Subject subject = new RealSubject(64, 0, 0);

        @Actor
        public void sender() {
            subject.send(1);
            subject.send(2);
            subject.drive();
        }

        @Actor
        public void stopper() {
            subject.stop();
            subject.drive();
        }

        @Arbiter
        public void end(III_Result result) {
            subject.drive();
            result.r1 = subject.log();
            result.r2 = subject.dead();
            result.r3 = subject.doubled();
        }
    }
}

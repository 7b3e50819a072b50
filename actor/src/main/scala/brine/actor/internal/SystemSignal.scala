package brine.actor.internal

import brine.actor.{ActorRef, Directive}

/** What the runtime tells an actor apart from its messages. Links of a list that grows at its head; each is pushed once. */
private[brine] abstract class SystemSignal:
  private[internal] var next: SystemSignal = null

private[brine] object SystemSignal:
  /** The list of an actor that has ended. */
  val Closed: SystemSignal = Stop()

  final class Stop                                                                       extends SystemSignal
  final class Watch(val watcher: Watcher)                                                extends SystemSignal
  final class Unwatch(val watcher: Watcher)                                              extends SystemSignal
  final class Ended(val ref: ActorRef[?], val cause: Throwable)                          extends SystemSignal
  final class ChildEnded(val child: Cell[?], val cause: Throwable)                       extends SystemSignal
  final class ChildFailed(val child: Cell[?], val cause: Throwable, val done: Directive) extends SystemSignal
  final class Restart(val cause: Throwable)                                              extends SystemSignal

  /** The end of a backoff. */
  final class Resume extends SystemSignal

  /** What an actor that waits is waiting for: runs in the actor, before any further message. */
  final class Continue(val continuation: () => Any) extends SystemSignal

/** Who is told once when an actor ends, on whichever thread ends it. */
private[brine] trait Watcher:
  private[brine] def watchedEnded(ref: ActorRef[?], cause: Throwable): Unit

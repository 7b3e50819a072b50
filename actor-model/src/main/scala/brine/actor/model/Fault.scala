package brine.actor.model

/** A fault that can be put into a model on purpose. The explorer must find each of them, or its silence means nothing.
  */
enum Fault:
  /** The runner writes null to the tail where it must compare and set. */
  case IdleByPlainStore

  /** A runner that parks the actor does not look at the signals again. */
  case SuspendWithoutRecheck

  /** A sender that finds the mailbox closed drops only its own message, and not those that others linked behind it
    * meanwhile.
    */
  case DrainOwnMessageOnly

  /** The wake is sent before the signal is pushed. */
  case WakeBeforeSignal

  /** A runner that yields queues the actor first and writes the head afterwards. */
  case QueueBeforeHead

  /** A sender that finds the actor idle queues it first and writes the head afterwards. */
  case ScheduleBeforeHead

  /** The runner closes the mailbox and forgets what is in it. */
  case CloseWithoutDrain

  /** Stop by ownership writes the tail where it must compare and set. */
  case OwnWithoutCheck

  /** A thread that finds a parked actor schedules it without taking it by compare and set. */
  case UnparkByPlainRead

  /** A runner that takes a parked actor back continues where it parked it. But another may have parked it elsewhere
    * since.
    */
  case GoOnAfterUnpark

  /** As above, and it also leaves the mark that the head is handled. */
  case StaleHeadHandled

  /** A runner clears the head when the actor is idle already. */
  case ClearHeadWhenIdle

  /** A sender that finds the start links behind it, where nobody looks. */
  case LinkBehindStart

  /** A runner that has started the actor writes null to the tail where it must compare and set. */
  case NewIdleByPlainStore

  /** A runner notes that the actor has started when it is idle already. */
  case OldWhenIdle

  /** A runner writes the node for what comes before the first message where it must compare and set. */
  case PutFirstWithoutCheck

  /** The monitor links a prefix of the open batch without marking the batch as busy. */
  case ClaimWithoutBusy

  /** The sender closes its open batch while the monitor is busy with it. */
  case CloseWithoutWaiting

  /** The sender counts a message as published before it is in the batch. */
  case CountBeforeWrite

  /** The sender continues to send to the same target without closing the batch. */
  case OvertakeOpenBatch

  /** A worker that falls asleep does not look for work again. */
  case SleepWithoutRecheck

  /** A thread that finds nobody to wake does not look for work again, although others rely on it to wake someone. */
  case WakeWithoutRecheck

  /** A spare worker that was woken to search ends without ending its search. */
  case RetireWhileSearching

  /** A worker that watches looks at the slots, and not at the queues. But no fence is between adding to a queue and
    * reading who sleeps.
    */
  case WatchSlotsAlone

  /** A worker that fills its slot wakes nobody. */
  case FillWithoutWake

  /** A thief takes what is in a slot by a read and a write. */
  case StealSlotWithoutExchange

  /** A worker that found work leaves the slots to nobody, although others relied on its search. */
  case FoundWithoutHandOver

  /** A worker that does not watch falls asleep without a last look at the slots and queues. */
  case SleepWithoutLastLook

  /** A worker that watched the slots falls asleep without a last look at them. */
  case EndWatchWithoutLook

  /** That last look comes at once, and not after a nap that outlasts a store buffer. */
  case LastLookAtOnce

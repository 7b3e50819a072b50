package brine.entity.testkit

import brine.journal.snapshot.SnapshotError
import brine.journal.{AppendError, EncodedAppend, JournalException, ReadError}
import java.io.IOException

/** A step of a simulation: something that happens later, when the run has chosen it. */
private[testkit] trait Steps:
  /** Runs something as a step. */
  def later(body: () => Unit): Unit

  /** Notes what has happened. */
  def note(what: => String): Unit

/** What happens to an append. */
private[testkit] enum LogFault:
  /** The log has no room, and refuses it at once. */
  case Full

  /** The log refuses it later. */
  case Refused

  /** The log does not say whether it has written it, and has not. */
  case Missing

  /** The log does not say whether it has written it, and has. */
  case Silent

  /** Another process appends to the same stream first. */
  case Foreign

  /** The disk fails, so that the log fails until it is opened again. */
  case Broken

/** Decides what fails in a log. */
private[testkit] abstract class LogFaults(choices: Choices, steps: Steps):
  import LogFaults.*

  /** Number of faults that may still happen in the run. */
  def left: Int

  /** Whether the disk may fail. */
  def mayBreak: Boolean

  /** Lets the disk fail with the next append. */
  def break(): Unit

  /** One has happened. */
  def struck(): Unit

  /** Tells that something has gone wrong, so that commands may fail. */
  def happened(): Unit

  /** The entity of this stream could not be loaded, and pauses before it is loaded again. */
  def delays(stream: String): Unit

  /** An entity may pause before it appends again. */
  def delaysAppend(): Unit

  /** An append was refused by the store itself. */
  def refused(error: AppendError): Unit

  /** Appends something before this append, as another process would. */
  def anotherWriter(append: EncodedAppend): Unit

  private def strikes(oneIn: Int): Boolean =
    val strikes = left > 0 && choices.happens(oneIn)
    if strikes then
      struck()
      happened()
    strikes

  /** The fault of an append.
    *
    * @param mayBeFull
    *   whether it may be refused as [[LogFault.Full]]
    */
  def ofAppend(what: String, mayBeFull: Boolean): Option[LogFault] = Option.when(strikes(OneAppendIn)):
    val kinds = LogFault.values.filter:
      case LogFault.Full   => mayBeFull
      case LogFault.Broken => mayBreak
      case _               => true
    val fault = kinds(choices.next(kinds.length))
    steps.note(s"a fault is planned for $what: $fault")
    fault

  /** Throws if this read fails. */
  def beforeRead(what: String): Unit = if strikes(OneReadIn) then
    steps.note(s"reading $what fails")
    delays(what)
    throw JournalException(ReadError.Unavailable("of the simulation", IOException("the simulation says so")))

  def ofLoad(key: String, place: String): Option[SnapshotError] = Option.when(strikes(OneReadIn)):
    steps.note(s"loading the state of $key fails")
    delays(key)
    SnapshotError.Failed(place, IOException("the simulation says so"))

private[testkit] object LogFaults:
  private inline val OneAppendIn = 8
  private inline val OneReadIn   = 16

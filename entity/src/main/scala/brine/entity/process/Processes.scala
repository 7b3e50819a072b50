package brine.entity.process

import brine.actor.internal.support.StackProbe
import brine.actor.{ActorSystem, ShutdownPhase}
import brine.entity.Entities
import brine.entity.effect.{Effects, RunningEffects}
import brine.entity.internal.MayWait
import brine.entity.process.internal.*
import brine.journal.{EventLog, Offset, Query, ReadAs, Stored}
import java.util.Objects

/** Runs processes over a log: see [[Process]]. */
object Processes:
  /** Starts a process. Waits until the log has stored that it runs here: from then on it reads each event that is
    * appended. The same process that runs elsewhere over the log ends with [[ProcessError.Fenced]].
    *
    * '''Commands are sent at least once''', those of an instance one after the other, and each with the same
    * [[CommandKey]] however often. A receiver that takes idempotency keys, as entities do, executes each once.
    *
    * {{{
    * val transfers = Processes.start(log, system, Transfers): (command, key) =>
    *   command match
    *     case Debit(account, cents) => accounts(account).answer(Account.Withdraw(cents), Some(key.uuid)).value
    * }}}
    *
    * '''Timers''' are durable. One fires late, after an outage, rather than never, and never twice.
    *
    * '''Failures.''' If sending throws an exception, the command is sent again, with pauses. After
    * [[ProcessSettings.attempts]] the input that it follows from is set aside, and so are later ones of the instance;
    * at once if [[Process.react]] fails, or sending throws a [[brine.entity.effect.EffectRefusedException]]. Other
    * instances continue.
    *
    * @param log
    *   has the events, and gets the steps of instances; it stays open when the process is closed
    * @param system
    *   runs the instances; its shutdown closes the process
    * @param send
    *   sends a command and returns the reply, which is no null. It may block, and runs on a virtual thread
    * @throws ProcessException
    *   if the log fails, or what it has stored cannot be continued
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the process does not run then
    * @throws IllegalStateException
    *   on a thread that must not wait, or if the actor system is shutting down
    */
  def start[I, C, R](
      log: EventLog,
      system: ActorSystem,
      process: Process[I, C, R, ?, ?],
      settings: ProcessSettings = ProcessSettings.defaults
  )(send: (C, CommandKey) => R): RunningProcess =
    Objects.requireNonNull(log, "log"): Unit
    Objects.requireNonNull(settings, "settings"): Unit
    Objects.requireNonNull(send, "send"): Unit
    MayWait.require("a virtual thread")(s"starting $process")
    StackProbe.require()
    val ending    = Ending()
    val instances = Instances(process, settings.clock)
    val entities  = Entities.open(log, system, settings.instances)(instances)
    try
      val inputs  = Inputs(process, instances, entities, Reactions(log), send, () => ending.begin())
      val effects = started(log, process, settings, inputs)
      // Until the thread of timers does that.
      ending.become(() => effects.close())
      val timers  = timersOf(log, process, settings, effects, entities)
      val running = new RunningProcess(process.toString, effects, timers, inputs)
      timers.start()
      // It does not wait in the threads of its inputs.
      ending.become(() => running.close())
      system.onShutdown(ShutdownPhase.BeforeActors, s"close $process")(() => running.close())
      running
    catch
      case failed: Throwable =>
        ending.begin()
        entities.close()
        throw failed

  private def started[I](
      log: EventLog,
      process: Process[I, ?, ?, ?, ?],
      settings: ProcessSettings,
      inputs: Inputs[I, ?, ?]
  ): RunningEffects =
    val query = Objects.requireNonNull(process.query, "query") or Query.stream(ProcessName.dueStream(process.name))
    val reads = Payloads(process.reads.readsDeletions)
    val name  = process.name
    val known = ProcessName.describedInputs(name)
    val all   = Effects.routed(ProcessName.inputs(name), known, process.begin, query)(inputs)(using reads)
    InputErrors(process.toString).rethrowing(Effects.start(log, all, settings.inputs))

  private def timersOf(
      log: EventLog,
      process: Process[?, ?, ?, ?, ?],
      settings: ProcessSettings,
      effects: RunningEffects,
      entities: Entities[InstanceCommand]
  ): TimerKeeper =
    val position = effects.position.sequence
    val aside    = effects.setAside.map(_.offset.sequence).toSet
    TimerKeeper(
      process.toString,
      process.name,
      log,
      settings,
      () => effects.isEnding,
      offset => offset <= position && !aside(offset),
      () =>
        effects.close()
        entities.close()
    )

  /** Stores that a process continues after an offset, whatever was stored before: events up to it are not read any
    * more, and those after it are. Instances ignore what they have reacted to, and all before that. Steps and timers of
    * instances stay. The process ends with [[ProcessError.Fenced]] where it runs.
    *
    * What is set aside is forgotten, also if you move back. An event of a stream whose instance could not be said would
    * count as handled if its instance has reacted to a later one meanwhile. So replay what is set aside first.
    *
    * @throws ProcessException
    *   if the log fails, or ends before the offset
    * @throws InterruptedException
    *   if the thread is interrupted while it waits; the position may be stored all the same
    * @throws IllegalArgumentException
    *   if the name is not valid
    * @throws IllegalStateException
    *   on a thread that must not wait
    */
  def moveTo(log: EventLog, name: String, after: Offset): Unit =
    ProcessName.require(name)
    InputErrors(s"the process '$name'").rethrowing:
      Effects.moveTo(log, ProcessName.inputs(name), ProcessName.describedInputs(name), after)

  /** Reads what is stored, and decodes it later. */
  private final class Payloads(override val readsDeletions: Boolean) extends ReadAs[Stored]:
    def read(bytes: Array[Byte], schema: brine.codec.Schema): Either[brine.codec.DecodeError, Stored] =
      Right(Stored(schema, bytes))

  /** What ends a process, once it runs. */
  private final class Ending:
    private var isBegun            = false
    private var action: () => Unit = () => ()

    def become(action: () => Unit): Unit =
      val isLate = synchronized:
        this.action = action
        isBegun
      if isLate then action()

    def begin(): Unit =
      val now = synchronized:
        isBegun = true
        action
      now()

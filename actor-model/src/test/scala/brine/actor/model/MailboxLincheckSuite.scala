package brine.actor.model

import brine.effort.Effort
import org.jetbrains.lincheck.Lincheck

/** Lincheck runs the cell of the runtime under thousands of schedules, and finds the mistakes of the twin. */
final class MailboxLincheckSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration(300, "s")

  /** What the threads do with a subject, and what must hold once all have ended and it has been driven to its rest. */
  private final class Scenario(val scripts: Array[Script], val rule: Subject => Boolean)

  private val allHandled =
    Scenario(Array(Script(1, 2), Script(3)), subject => subject.log == 123 || subject.log == 132 || subject.log == 312)
  private val suspended = Scenario(Array(Script(1, 2), Script.resume), subject => subject.log == 12)
  private val closed    =
    Scenario(Array(Script(1), Script(2), Script(3)), subject => subject.handled + subject.dead == 3 && subject.isClosed)
  private val stopped =
    Scenario(Array(Script(1, 2), Script.stop), subject => subject.handled + subject.dead == 2 && subject.isClosed)

  private def run(scenario: Scenario, invocations: Int)(make: () => Subject): Unit =
    Lincheck.runConcurrentTest(invocations, () => play(scenario, make()))

  // Without collections, whose every step Lincheck would look at.
  private def play(scenario: Scenario, subject: Subject): Unit =
    val threads = new Array[Thread](scenario.scripts.length)
    var i       = 0
    while i < threads.length do
      threads(i) = Player(scenario.scripts(i), subject)
      threads(i).start()
      i += 1
    i = 0
    while i < threads.length do
      threads(i).join()
      i += 1
    subject.drive()
    if subject.asked && subject.log == 1 then subject.resume() // when the one that resumes came before anyone asked
    subject.drive()
    if subject.doubled > 0 || !scenario.rule(subject) then
      throw AssertionError(s"log ${subject.log}, dead ${subject.dead}, doubled ${subject.doubled}")

  private def checkNew(name: String, scenario: Scenario): Unit =
    test(s"the runtime: $name"):
      run(scenario, Effort.lincheckOfRuntime)(() => RealSubject(64, 0, 0, isNew = true))

  private var seeded = 0

  private def check(name: String, scenario: Scenario, batch: Int, suspendAt: Int = 0, stopAt: Int = 0)(
      faults: TwinFault*
  ): Unit =
    test(s"the runtime: $name")(
      run(scenario, Effort.lincheckOfRuntime)(() => new RealSubject(batch, suspendAt, stopAt))
    )
    test(s"the twin: $name")(run(scenario, Effort.lincheckOfTwin)(() => Twin(TwinFault.None, batch, suspendAt, stopAt)))
    faults
      .take(Effort.lincheckFaults - seeded)
      .foreach: fault =>
        seeded += 1
        test(s"seeded fault $fault: $name"):
          val found =
            try
              run(scenario, 10000)(() => Twin(fault, batch, suspendAt, stopAt))
              false
            catch case _: AssertionError => true
          assert(found, s"$fault was not found")

  check("two senders", allHandled, batch = 1)(TwinFault.IdleByPlainStore)
  check("suspension", suspended, batch = 64, suspendAt = 1)(TwinFault.SuspendWithoutRecheck)
  check("close", closed, batch = 64, stopAt = 1)(TwinFault.DrainOwnMessageOnly)
  check("stop of idle and busy actors", stopped, batch = 64)(TwinFault.OwnWithoutCheck, TwinFault.WakeBeforeSignal)

  checkNew("a new actor, two senders", allHandled)
  checkNew("stop of a new actor", stopped)

/** What one thread does: it sends messages, and may resume or stop the actor; then it runs it while it is scheduled. */
private final class Script(val messages: Array[Int], val resumes: Boolean, val stops: Boolean)

private object Script:
  def apply(first: Int): Script              = new Script(Array(first), false, false)
  def apply(first: Int, second: Int): Script = new Script(Array(first, second), false, false)
  val resume: Script                         = new Script(Array(), true, false)
  val stop: Script                           = new Script(Array(), false, true)

private final class Player(script: Script, subject: Subject) extends Thread:
  override def run(): Unit =
    val messages = script.messages
    var i        = 0
    while i < messages.length do
      subject.send(messages(i))
      i += 1
    if script.resumes && subject.asked then subject.resume()
    if script.stops then subject.stop()
    subject.drive()

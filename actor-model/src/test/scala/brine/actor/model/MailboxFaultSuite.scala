package brine.actor.model

/** The explorer finds every mistake put into the mailbox on purpose, by the rule that forbids it. */
final class MailboxFaultSuite extends munit.FunSuite, Explorations:
  private def caught(fault: Fault, scenario: MailboxScenario)(rules: String*): Unit =
    test(s"seeded fault $fault"):
      assertHolds(MailboxModel(scenario), scenario)
      assertCaught(MailboxModel(scenario, Set(fault)), rules*)

  private val two = MailboxScenario(List(1, 1))

  caught(Fault.IdleByPlainStore, two)("lost", "still scheduled")
  caught(Fault.ScheduleBeforeHead, two)("run without a head", "fate was sealed") // the start may still be at the head
  caught(Fault.ClearHeadWhenIdle, two)("run without a head")
  caught(Fault.QueueBeforeHead, MailboxScenario(List(2), batch = 1))("run without a head", "fate was sealed")
  caught(Fault.GoOnAfterUnpark, MailboxScenario(List(2), suspendAt = Set(0 -> 0, 0 -> 1)))(
    "sealed",
    "lost",
    "out of order"
  )
  caught(Fault.StaleHeadHandled, MailboxScenario(List(2), suspendAt = Set(0 -> 0)))("lost")
  caught(Fault.SuspendWithoutRecheck, MailboxScenario(List(1), suspendAt = Set(0 -> 0)))("lost")
  caught(Fault.UnparkByPlainRead, MailboxScenario(List(1), suspendAt = Set(0 -> 0), signals = List(1)))(
    "queued",
    "two runners"
  )
  caught(Fault.WakeBeforeSignal, MailboxScenario(List(1), signals = List(1)))("a signal is lost", "signals are left")
  caught(Fault.DrainOwnMessageOnly, MailboxScenario(List(1, 1, 1), stopAt = Set(0 -> 0)))("lost")
  caught(Fault.CloseWithoutDrain, MailboxScenario(List(1, 1), stopAt = Set(0 -> 0)))("lost")
  caught(Fault.OwnWithoutCheck, MailboxScenario(List(1), owners = 1))("two runners", "runs", "lost")
  caught(Fault.LinkBehindStart, two)("waits for ever")
  caught(Fault.NewIdleByPlainStore, two)("lost", "still scheduled")
  caught(Fault.OldWhenIdle, two)("fate was sealed", "lost", "still scheduled")
  caught(Fault.PutFirstWithoutCheck, MailboxScenario(List(1), signals = List(1)))("lost")

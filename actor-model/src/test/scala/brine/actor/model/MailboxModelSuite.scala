package brine.actor.model

import brine.effort.Effort

/** The protocol holds in every interleaving of every scenario. */
final class MailboxModelSuite extends munit.FunSuite, Explorations:
  private val batches = List(1, 64, 2).take(Effort.batchSizes)

  private def holds(name: String)(scenarios: List[MailboxScenario]): Unit =
    test(name):
      scenarios.take(Effort.mailboxScenarios).foreach(scenario => assertHolds(MailboxModel(scenario), scenario))

  holds("two producers of one to three messages"):
    for first <- List(1, 2, 3); second <- 1.to(first).toList; batch <- batches
    yield MailboxScenario(List(first, second), batch = batch)

  holds("three producers"):
    for producers <- List(List(1, 1, 1), List(2, 1, 1), List(2, 2, 1), List(2, 2, 2), List(3, 1, 1)); batch <- batches
    yield MailboxScenario(producers, batch = batch)

  holds("three workers"):
    for batch <- batches yield MailboxScenario(List(2, 2), workers = 3, batch = batch)

  holds("a chain sent with one exchange"):
    for producers <- List(List(3, 2), List(2, 1, 1)); stopAt <- List(Set.empty, Set(1 -> 0)); batch <- batches
    yield MailboxScenario(producers, batch = batch, chained = Set(0), stopAt = stopAt)

  holds("suspension"):
    for suspendAt <- List(Set(0 -> 0), Set(0 -> 1), Set(0 -> 0, 0 -> 1)); batch <- batches
    yield MailboxScenario(List(2, 1), batch = batch, suspendAt = suspendAt)

  holds("signals"):
    for signals <- List(List(1), List(2), List(1, 1)); batch <- batches
    yield MailboxScenario(List(1, 1), batch = batch, signals = signals)

  holds("signals to a suspended actor"):
    for batch <- batches yield MailboxScenario(List(1, 1), batch = batch, signals = List(1), suspendAt = Set(0 -> 0))

  holds("two signals to a suspended actor"):
    List(MailboxScenario(List(1), signals = List(2), suspendAt = Set(0 -> 0)))

  holds("messages put back"):
    for
      producers <- List(List(2, 2), List(1, 1, 1)); putBackAt <- List(Set(0 -> 0), Set(0 -> 0, 1 -> 0));
      batch     <- batches
    yield MailboxScenario(producers, batch = batch, putBackAt = putBackAt)

  holds("messages put back by an actor that stops"):
    for batch <- batches yield MailboxScenario(List(2, 1), batch = batch, putBackAt = Set(0 -> 0), stopSignals = 1)

  holds("stop by a handler"):
    for producers <- List(List(2, 2), List(1, 1, 1), List(3, 1)); batch <- batches
    yield MailboxScenario(producers, batch = batch, stopAt = Set(0 -> 0), signals = List(1))

  holds("stop by a signal"):
    for producers <- List(List(2, 1), List(1, 1, 1)); batch <- batches
    yield MailboxScenario(producers, batch = batch, stopSignals = 1)

  holds("stop of a suspended actor"):
    for batch <- batches yield MailboxScenario(List(1, 1), batch = batch, stopSignals = 1, suspendAt = Set(0 -> 0))

  holds("stop by ownership"):
    for producers <- List(List(2, 1), List(1, 1, 1)); batch <- batches
    yield MailboxScenario(producers, batch = batch, owners = 1)

  holds("two stop by ownership"):
    for producers <- List(List(1), List(1, 1)) yield MailboxScenario(producers, owners = 2)

  holds("stop by ownership while a signal comes"):
    List(MailboxScenario(List(1), owners = 1, signals = List(1)))

  holds("stop by ownership of a suspended actor"):
    List(MailboxScenario(List(1), owners = 1, suspendAt = Set(0 -> 0)))

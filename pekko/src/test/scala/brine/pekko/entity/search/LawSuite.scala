package brine.pekko.entity.search

import brine.actor.ActorSystem
import brine.effort.Effort
import brine.entity.*
import brine.journal.EventLog
import brine.journal.testkit.MemoryEventLog
import brine.pekko.entity.{CutLog, TestCluster}
import brine.pekko.{PekkoEntities, PekkoEntitySettings}
import munit.FunSuite
import scala.concurrent.duration.*

/** The same definition does the same wherever it runs: replies, errors, events and states. */
class LawSuite extends FunSuite:
  override def munitTimeout: Duration = 30.minutes

  private def entity = AccountEntity(saves = SavePolicy(events = 5), idle = 30.millis)

  /** What a command leads to: its reply, or the message of its error. */
  private def run(ref: EntityRef[Account], step: LawProgram.Step): Either[String, Any] =
    try Right(ref.answer(step.command, step.key).value)
    catch case failed: EntityException => Left(failed.error.message)

  /** The log has the events of the model, and their fold is its state. */
  private def check(log: EventLog, model: LawModel, place: String): Unit =
    model.names.foreach: account =>
      val stored = log.read[AccountEvent](s"account-$account").toVector.fold(error => fail(error.message), identity)
      assertEquals(stored.map(_.value), model.events(account), s"$place, $account")
      assertEquals(EntityHistory(log, entity)(account).now, model.state(account), s"$place, $account")

  test("a plain fold, Brine's actors, one node and three nodes do the same, also when a node crashes"):
    val programs  = Vector.tabulate(Effort.clusterPrograms)(LawProgram(_))
    val model     = LawModel(entity)
    val expected  = programs.map(_.steps.map(model.run))
    val confirmed = PekkoEntitySettings.defaults.withConfirmsVersion(true).withResendAfter(200.millis)

    val local = MemoryEventLog()
    val brine = programs.map: program =>
      // A restart before each program, and one in it.
      val (first, rest) = program.steps.splitAt(program.steps.size / 2)
      Vector(first, rest).flatMap: steps =>
        val system = ActorSystem()
        try
          val accounts = Entities.open(local, system)(entity)
          steps.map(step => run(accounts(step.account), step))
        finally system.shutdown(): Unit
    programs.indices.foreach: at =>
      assertEquals(brine(at).map(_.toOption), expected(at), s"program $at")
    check(local, model, "Brine's actors")

    TestCluster.using: cluster =>
      val log      = MemoryEventLog()
      val accounts = PekkoEntities.start(cluster.join()(), log)(entity)
      programs.indices.foreach: at =>
        assertEquals(programs(at).steps.map(step => run(accounts(step.account), step)), brine(at), s"program $at")
      check(log, model, "one node")

    TestCluster.using: cluster =>
      val log    = MemoryEventLog()
      val first  = cluster.join()()
      val cut    = CutLog(log)
      var nodes  = Vector(PekkoEntities.start(first, cut, confirmed)(entity))
      def join() = nodes :+= PekkoEntities.start(cluster.join()(), log, confirmed)(entity)
      join()
      join()
      programs.indices.foreach: at =>
        if at == programs.size / 2 then
          cut.cut()
          nodes = nodes.tail
          cluster.crash(first)
          join()
        val replies = programs(at).steps.zipWithIndex.map: (step, index) =>
          run(nodes((at + index) % nodes.size)(step.account), step)
        assertEquals(replies, brine(at), s"program $at")
      check(log, model, "three nodes")

package brine.actor.soak

import brine.actor.*
import java.util.SplittableRandom
import scala.concurrent.duration.*

/** One system, from its start to its shutdown, with random actors and random traffic.
  *
  * @param seed
  *   decides everything that the threads do not decide
  * @param messages
  *   number of messages from outside; each causes some more
  */
final class Storm(seed: Long, messages: Int):
  private val random = SplittableRandom(seed)
  val ledger         = Ledger()

  /** Descriptions of what was wrong; empty if the books balance. */
  def run(): List[String] =
    val system = ActorSystem(
      ActorSystemSettings(
        name = "storm",
        workers = 1 + random.nextInt(4),
        batch = Batch(1 + random.nextInt(64)),
        listener = ledger,
        daemon = true
      )
    )
    val traffic = Traffic(64, ledger, parks = random.nextBoolean())
    val first   = 8 + random.nextInt(24)
    for _ <- 0 until first do
      val blocking = !traffic.parks && random.nextInt(8) == 0
      val state    = SoakState(traffic, random.nextLong(), 0, blocking)
      val ref      = system.spawn(SoakActor(state), SoakOptions.random(random, blocking, traffic.parks))
      traffic.register(random.nextInt(64), ref)
    val senders = List.tabulate(2)(number => outside(system, traffic, number == 0, random.nextLong()))
    senders.foreach(_.start())
    senders.foreach(_.join(60_000))
    val late = senders.filter(_.isAlive)
    late.foreach(_.interrupt())
    // Some storms are shut down in the middle.
    if random.nextInt(3) != 0 then rest(system)
    val report = system.shutdown(30.seconds)
    settle()
    late.map(sender => s"$sender waits for room for ever") ::: problems(report)

  private def outside(system: ActorSystem, traffic: Traffic, virtual: Boolean, seed: Long): Thread =
    val body: Runnable = () =>
      val random = SplittableRandom(seed)
      val sender = traffic.newSender()
      for i <- 1 to messages / 2 do
        sender.send(random.nextInt(traffic.places), random.nextInt(4))
        if i % 64 == 0 then
          val place = random.nextInt(traffic.places)
          // The actors of a storm end faster than they are born.
          val state = SoakState(traffic, random.nextLong(), 0, blocking = !traffic.parks && random.nextInt(8) == 0)
          traffic.register(
            place,
            system.spawn(SoakActor(state), SoakOptions.random(random, state.blocking, traffic.parks))
          )
          if random.nextInt(8) == 0 then
            val victim = traffic.at(random.nextInt(traffic.places))
            if victim != null then system.stop(victim)
    if virtual then Thread.ofVirtual().unstarted(body) else Thread(body)

  /** Waits until no message is handled any more, but at most one second, because timers may repeat forever. */
  private def rest(system: ActorSystem): Unit =
    val deadline = System.nanoTime() + 1_000_000_000L
    var before   = -1L
    var now      = system.statistics.handled
    while now != before && System.nanoTime() < deadline do
      Thread.sleep(20)
      before = now
      now = system.statistics.handled

  /** Called after the shutdown. By then every ask has a reply or fails, at the latest with its timeout. */
  private def settle(): Unit =
    val deadline = System.nanoTime() + 10_000_000_000L
    while (ledger.missing != 0 || ledger.asked.sum != ledger.answered.sum) && System.nanoTime() < deadline do
      Thread.sleep(1)

  private def problems(report: ShutdownReport): List[String] =
    import scala.jdk.CollectionConverters.*
    val books =
      if ledger.missing == 0 then Nil
      else
        List(
          s"sent ${ledger.sent.sum} = handled ${ledger.handled.sum} + dead ${ledger.dead.sum} + refused ${ledger.refused.sum} is off by ${ledger.missing}"
        )
    val tree =
      if ledger.spawned.sum == ledger.ended.sum then Nil
      else List(s"${ledger.spawned.sum} actors were spawned, ${ledger.ended.sum} have ended")
    val asks =
      if ledger.asked.sum == ledger.answered.sum then Nil
      else List(s"${ledger.asked.sum} were asked, ${ledger.answered.sum} got an answer or a failure")
    val shutdown = if report.isComplete then Nil else List(report.toString)
    books ::: tree ::: asks ::: shutdown ::: ledger.broken.asScala.toList.take(5)

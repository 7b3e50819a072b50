package brine.pekko.entity.search

import brine.entity.search.*
import brine.pekko.PekkoEntities
import java.util.SplittableRandom
import java.util.concurrent.atomic.AtomicReference
import java.util.concurrent.{CountDownLatch, TimeUnit}

/** Callers that use ledgers through nodes which come and go. */
final class LedgerNodes(seed: Long, clients: Vector[LedgerClient]):
  @volatile private var nodes = Vector.empty[PekkoEntities[Ledger]]

  private val problem = AtomicReference[Throwable]()
  private val running = CountDownLatch(clients.size)

  def commands: Vector[LedgerCommand] = clients.flatMap(_.commands)

  def add(node: PekkoEntities[Ledger]): Unit = nodes :+= node

  /** Callers use the node no longer, but for what they have sent. */
  def remove(node: PekkoEntities[Ledger]): Unit = nodes = nodes.filterNot(_ eq node)

  /** Starts the callers. Each command goes through a node by chance. */
  def start(): Unit = clients.zipWithIndex.foreach: (client, number) =>
    val random = SplittableRandom(seed * 31 + number)
    Thread.ofVirtual.start: () =>
      try while !client.commands.forall(_.isOver) do client.run(id => nodes(random.nextInt(nodes.size))(id))
      catch case failed: Throwable => problem.compareAndSet(null, failed): Unit
      finally running.countDown(): Unit

  /** Waits until a part of all commands is over. */
  def awaitPart(part: Double): Unit =
    while problem.get == null && commands.count(_.isOver) < part * commands.size do Thread.sleep(1)

  /** Waits until everything is over. Fails if a caller has. */
  def finish(): Unit =
    if !running.await(5, TimeUnit.MINUTES) then
      throw AssertionError(s"seed $seed: not over are ${commands.filterNot(_.isOver).take(5)}", problem.get)
    if problem.get != null then throw AssertionError(s"seed $seed: a caller failed", problem.get)

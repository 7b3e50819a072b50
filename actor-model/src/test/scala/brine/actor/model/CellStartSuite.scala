package brine.actor.model

import brine.actor.*
import brine.actor.internal.cell.{extend, Stashing, Termination}
import brine.actor.internal.dispatcher.PartlessSystem
import brine.actor.internal.mailbox.{Node, StartNode}
import brine.effort.Effort
import scala.collection.mutable.ListBuffer
import scala.concurrent.duration.*
import scala.util.Random

/** An actor starts without a node for its start as it would with one, whatever comes before, within and behind its
  * start: random programs on both kinds of dispatchers.
  */
final class CellStartSuite extends munit.FunSuite:
  import CellStartSuite.*

  override val munitTimeout: Duration = 30.minutes

  test("with a node for the start and without, the same happens"):
    var kinds = Set.empty[String]
    for seed <- 1 to Effort.starts do
      val program  = Program(Random(seed))
      val expected = Run(program, hasNode = true).log
      val found    = Run(program, hasNode = false).log
      assertEquals(found, expected, s"seed $seed: $program")
      kinds ++= expected.map(_.takeWhile(_ != ' '))
    // The programs reach all there is.
    assertEquals(
      kinds,
      Set("started", "message", "stopped", "failed", "dead", "watched", "resumed", "restarted", "idle")
    )

  test("an actor that was not scheduled for its start has no node"):
    val run = Run(Program(Nothing, Vector.empty), hasNode = false)
    assertEquals(run.log, List("started", "idle"))
    assert(run.firstNode eq Node.Start)
    assert(Run(Program(Nothing, Vector.empty), hasNode = true).firstNode.isInstanceOf[StartNode])

private object CellStartSuite:
  /** What the start does, bit by bit. */
  val Nothing  = 0
  val Sends    = 1
  val Stops    = 2
  val Suspends = 4
  val Stashes  = 8
  val Fails    = 16

  enum Step:
    case Tell, Watch, Stop, Own, Resume, Drive

  final case class Program(start: Int, steps: Vector[Step], directive: Int = 0)

  object Program:
    def apply(random: Random): Program =
      val start = List(Sends, Stops, Suspends, Stashes, Fails).filter(_ => random.nextInt(3) == 0).sum
      val steps = Vector.fill(random.nextInt(9))(Step.fromOrdinal(random.nextInt(Step.values.length)))
      Program(start, steps, random.nextInt(3))

  final class Run(program: Program, hasNode: Boolean):
    private val events    = ListBuffer.empty[String]
    private var scheduled = false
    private var sent      = 0

    private object system extends PartlessSystem(queue):
      override private[brine] def countDeadLetter(reason: DeadLetterReason): Unit = events += "dead"
      override private[brine] def failed(cell: Cell[?], message: Any, failure: Throwable, directive: Directive): Unit =
        events += s"failed $directive ${failure.getMessage}"

    private object queue extends Queue(null):
      override private[brine] val starting: CellDispatcher = if hasNode then null else Queue(this)

    private class Queue(started: CellDispatcher) extends CellDispatcher(system, Batch(64).withTime(1.day), started):
      def schedule(cell: Cell[?]): Unit =
        if scheduled then events += "scheduled twice"
        scheduled = true
      def reschedule(cell: Cell[?]): Unit = schedule(cell)
      def stopsInline: Boolean            = true

    private object cell extends Cell[Any]:
      private[brine] val continue = SystemSignal.Continue(() => events += "resumed")

      private[brine] def startBehavior(): Unit   = start("started")
      private[brine] def restartBehavior(): Unit = start("restarted")

      private def start(said: String): Unit =
        events += said
        if has(Sends) then tell("own")
        if has(Stashes) then
          Stashing.stash(this, "stashed 1")
          Stashing.stash(this, "stashed 2")
          Stashing.replay(this)
        if has(Suspends) && said == "started" then
          this.extend().continuation = continue
          this.extend().mode = Mode.Waiting
        if has(Stops) then this.extend().mode = Mode.Stopping
        if has(Fails) && said == "started" then throw RuntimeException("start")

      private[brine] def handleMessage(message: Any): Unit  = events += s"message $message"
      private[brine] def handleSignal(signal: Signal): Unit = if signal == Signal.Stopped then events += "stopped"
      private[brine] def behaviorName: String               = "subject"

    private def has(bit: Int): Boolean = (program.start & bit) != 0

    private def drive(): Unit =
      while scheduled do
        scheduled = false
        cell.runMessages(Activation(coalesces = false))

    private val supervision =
      List(Supervision.stop, Supervision.resume, Supervision.restart())(program.directive)

    cell.prepare(queue)
    cell.extend().options = ActorOptions(supervision = supervision)
    val firstNode: Node = cell.mailboxHead
    scheduled = true
    program.steps.foreach:
      case Step.Tell =>
        sent += 1
        cell.tell(sent)
      case Step.Watch  => cell.signal(SystemSignal.Watch((_, _) => events += "watched")): Unit
      case Step.Stop   => cell.signal(SystemSignal.Stop()): Unit
      case Step.Own    => if cell.own() then Termination.stopOwned(cell)
      case Step.Resume => cell.signal(cell.continue): Unit
      case Step.Drive  => drive()
    drive()
    if !cell.cellBusy && !cell.cellClosed then events += "idle"

    val log: List[String] = events.toList

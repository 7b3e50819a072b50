package brine.actor.testkit

import brine.actor.*
import scala.collection.mutable
import scala.concurrent.duration.*
import scala.util.Random

/** Small programs made at random of what actors can do to each other, whose final state is what each of them has seen
  * in its order. Two runs that differ only in the order of independent steps have the same final state, and others have
  * different ones.
  *
  * @param plain
  *   without timers, time limits and bounded mailboxes
  */
final class RandomProgram(seed: Long, plain: Boolean = false):
  private val random = Random(seed)

  private enum Action:
    case Send(to: Int)
    case TryTell(to: Int)
    case Watch(whom: Int)
    case Stop
    case Fail
    case Child
    case StopChildren
    case Timer(millis: Int)
    case Ask(whom: Int)
    case Choose

  private def action(actors: Int): Action = random.nextInt(16) match
    case n if n < 6 => Action.Send(random.nextInt(actors))
    case 6          => Action.TryTell(random.nextInt(actors))
    case 7 | 8      => Action.Watch(random.nextInt(actors))
    case 9          => Action.Stop
    case 10         => Action.Fail
    case 11         => Action.Child
    case 12         => Action.StopChildren
    case 13         => if plain then Action.Send(0) else Action.Timer(1 + random.nextInt(2))
    case 14         => if plain then Action.Send(1) else Action.Ask(random.nextInt(actors))
    case _          => Action.Choose

  private val actors                                = 2 + random.nextInt(2)
  private val restarts                              = Vector.fill(actors)(random.nextInt(3) == 0)
  private val bounded                               = Vector.fill(actors)(!plain && random.nextInt(4) == 0)
  private val scripts: Vector[Vector[List[Action]]] =
    Vector.fill(actors)(Vector.fill(2)(List.fill(random.nextInt(3))(action(actors))))

  val races: Boolean = random.nextInt(4) == 0

  /** What actors send by `tryTell`. */
  private val tried: Set[String] =
    (for
      (turns, me)      <- scripts.zipWithIndex
      (actions, count) <- turns.zipWithIndex
      (action, index)  <- actions.zipWithIndex if action.isInstanceOf[Action.TryTell]
    yield nameOf(me, count + 1, index)).toSet

  private def nameOf(me: Int, count: Int, index: Int): String = s"$me.$count.$index"

  /** A final state without what `tryTell` has answered, and without the dead letter that becomes of a message after
    * true. That answer is no step of the test kit, as its README says.
    */
  def withoutTries(state: Any): Any = state match
    case (seen: Vector[Vector[Any] @unchecked], letters: Vector[String @unchecked]) =>
      (
        seen.map(_.map {
          case text: String if text.startsWith("took: ") => "tried"
          case other                                     => other
        }),
        letters.filterNot(tried)
      )
    case other => other

  /** Builds the program and runs it; the result tells the final state. */
  def apply(system: TestSystem): () => Any =
    val state = build(system, name => system.choose(name, "left", "right"))
    if races then system.advance(2.millis)
    else
      system.runUntilIdle()
      system.advance(2.millis)
    () => state(system.deadLetters)

  /** Builds the program in any system; the result tells the final state once the system is idle. */
  def build(system: ActorSystem, choose: String => String): Iterable[DeadLetter] => Any =
    val seen = Array.fill(actors)(mutable.ArrayBuffer[Any]())
    val refs = new Array[ActorRef[Any]](actors)

    def note(me: Int, what: String): Unit =
      val _ = seen(me) += what

    def perform(me: Int, name: String, action: Action)(using ActorContext[Any]): Behavior[Any] | Unit = action match
      case Action.Send(to)    => refs(to) ! name
      case Action.TryTell(to) => note(me, s"took: ${refs(to).tryTell(name)}")
      case Action.Watch(whom) => context[Any].watch(refs(whom))
      case Action.Stop        => Behavior.stopped
      case Action.Fail        => throw IllegalStateException(name)
      case Action.Child       =>
        val child = context[Any].spawn(Behavior.receive[Any](message => refs(me) ! s"$message of child"))
        child ! name
      case Action.StopChildren  => context[Any].children.foreach(context[Any].stop(_))
      case Action.Timer(millis) => context[Any].startTimer(name, s"$name due", millis.millis)
      case Action.Ask(whom)     =>
        context[Any].ask(refs(whom), (replyTo: ActorRef[Any]) => (name, replyTo), 1.milli)(answer => s"answer $answer")
      case Action.Choose => note(me, choose(name))

    def behavior(me: Int): Behavior[Any] = Behavior.setup[Any]:
      note(me, "begins")
      var count = 0
      Behavior
        .receive[Any]: message =>
          note(me, text(message))
          message match
            case (_, replyTo: ActorRef[Any @unchecked]) => replyTo ! s"from $me"
            case _                                      => ()
          val script = scripts(me).lift(count).getOrElse(Nil)
          count += 1
          script.zipWithIndex
            .map((action, index) => perform(me, nameOf(me, count, index), action))
            .foldLeft[Behavior[Any] | Unit](()) {
              case (_, behavior: Behavior[?]) => behavior.asInstanceOf[Behavior[Any]]
              case (so, _)                    => so
            }
        .onSignal: signal =>
          note(me, text(signal))

    for me <- 0 until actors do
      refs(me) = system.spawn(
        behavior(me),
        ActorOptions(
          name = s"actor $me",
          supervision = if restarts(me) then Supervision.restart(1) else Supervision.stop,
          mailbox = if bounded(me) then Mailbox.Bounded(1, WhenFull.DropNewest) else Mailbox.Unbounded
        )
      )
    // Not sent by the test, which a test system does not interleave with steps.
    val _ = system.spawn(Behavior.setup[Unit] { refs(0) ! "go"; refs(1) ! "go"; Behavior.stopped })
    letters => (seen.map(_.toVector).toVector, letters.map(letter => text(letter.message)).toVector.sorted)

  private def text(value: Any): String = value match
    case (name, _: ActorRef[?])        => s"ask $name"
    case Signal.Terminated(ref, cause) => s"terminated $ref $cause"
    case other                         => other.toString

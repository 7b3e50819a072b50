package brine.entity

import brine.codec.was
import brine.journal.testkit.MemoryEventLog
import java.util.UUID
import munit.FunSuite

object RenamedCommandsSuite:
  /** Adds numbers; commands are called otherwise from version to version. */
  abstract class Adding[C[+_]: Commands] extends Entity[C, Int, Int]("adding"):
    def initial: Int                       = 0
    def evolve(sum: Int, event: Int): Int  = sum + event
    final def add(sum: Int, number: Int)   = Decision(number)(sum + number)
    final def twice(sum: Int, number: Int) = Decision(number, number)(s"${sum + 2 * number}")
    def send(number: Int): C[Int]
    def sendTwice(number: Int): C[String]

  enum First[+R] derives Commands:
    case Add(number: Int)   extends First[Int]
    case Twice(number: Int) extends First[String]

  object Firsts extends Adding[First]:
    def decide[R](sum: Int, command: First[R])(using At): Decision[Int, R] = command match
      case First.Add(number)   => add(sum, number)
      case First.Twice(number) => twice(sum, number)
    def send(number: Int): First[Int]         = First.Add(number)
    def sendTwice(number: Int): First[String] = First.Twice(number)

  // The names are renamed, in a sealed trait with more levels, and have another order.
  sealed trait Second[+R] derives Commands
  sealed trait Inner[+R]                                            extends Second[R]
  @was("Twice") final case class Double(number: Int)                extends Inner[String]
  @was("Add") final case class Plus(number: Int, more: Option[Int]) extends Inner[Int]

  object Seconds extends Adding[Second]:
    def decide[R](sum: Int, command: Second[R])(using At): Decision[Int, R] = command match
      case Plus(number, _) => add(sum, number)
      case Double(number)  => twice(sum, number)
    def send(number: Int): Second[Int]         = Plus(number, None)
    def sendTwice(number: Int): Second[String] = Double(number)

  enum Third[+R] derives Commands:
    @was("Plus", "Add") case Sum(number: Int)         extends Third[Int]
    @was("Double", "Twice") case Product(number: Int) extends Third[String]

  object Thirds extends Adding[Third]:
    def decide[R](sum: Int, command: Third[R])(using At): Decision[Int, R] = command match
      case Third.Sum(number)     => add(sum, number)
      case Third.Product(number) => twice(sum, number)
    def send(number: Int): Third[Int]         = Third.Sum(number)
    def sendTwice(number: Int): Third[String] = Third.Product(number)

  // It does not say its former name.
  enum Silent[+R] derives Commands:
    case Sum(number: Int)     extends Silent[Int]
    case Product(number: Int) extends Silent[String]

  object Silents extends Adding[Silent]:
    def decide[R](sum: Int, command: Silent[R])(using At): Decision[Int, R] = command match
      case Silent.Sum(number)     => add(sum, number)
      case Silent.Product(number) => twice(sum, number)
    def send(number: Int): Silent[Int]         = Silent.Sum(number)
    def sendTwice(number: Int): Silent[String] = Silent.Product(number)

/** Commands with keys that are sent again after their cases were renamed. */
class RenamedCommandsSuite extends FunSuite, EntitiesBase:
  import RenamedCommandsSuite.*

  private def running[C[+_], A](log: MemoryEventLog, entity: Adding[C])(body: Entities[C] => A): A =
    val system = brine.actor.ActorSystem()
    try
      val entities = Entities.open(log, system)(entity)
      try body(entities)
      finally entities.close()
    finally system.shutdown(): Unit

  private def versions: Vector[Adding[?]] = Vector(Firsts, Seconds, Thirds)

  for
    at   <- versions.indices
    from <- 0 to at
  do
    test(s"a command of version ${from + 1} is executed once, if version ${at + 1} sends it again"):
      val log                                                  = MemoryEventLog()
      def add[C[+_]](entity: Adding[C], key: Int, number: Int) =
        running(log, entity)(_("a").answer(entity.send(number), Some(UUID(1, key))))
      def twice[C[+_]](entity: Adding[C], key: Int, number: Int) =
        running(log, entity)(_("a").answer(entity.sendTwice(number), Some(UUID(2, key))))
      try
        val first  = add(versions(from), 1, 5)
        val second = twice(versions(from), 1, 3)
        assertEquals((first.value, second.value), (5, "11"))
        for version <- from to at do
          assertEquals(add(versions(version), 1, 5), first)
          assertEquals(twice(versions(version), 1, 3), second)
        // Others are executed.
        assertEquals(add(versions(at), 2, 1).value, 12)
      finally log.close()

  test("a key of another case is refused, also if that had another name"):
    val log = MemoryEventLog()
    try
      running(log, Firsts)(_("a").answer(First.Add(1), Some(UUID(1, 1)))): Unit
      running(log, Thirds): adding =>
        assert(error(adding("a").answer(Third.Product(1), Some(UUID(1, 1)))).isInstanceOf[EntityError.KeyReused])
        assert(error(adding("b").answer(Third.Sum(1), Some(UUID(1, 1)))).isInstanceOf[EntityError.KeyReused])
      // Nobody says that this is the same case.
      running(log, Silents): adding =>
        assert(error(adding("a").answer(Silent.Sum(1), Some(UUID(1, 1)))).isInstanceOf[EntityError.KeyReused])
    finally log.close()

package brine.examples.courses

import brine.entity.boundary.Boundary
import brine.examples.courses.CampusEvent.*
import brine.journal.{Journal, Query}
import java.nio.file.{Files, Path}
import java.util.concurrent.atomic.AtomicInteger
import java.util.{Comparator, SplittableRandom}
import munit.FunSuite
import scala.util.Using

/** The rules of the example: of each decision by itself, and of the log when many decide at once. */
class CoursesSuite extends FunSuite:
  private def joined(events: CampusEvent*)(course: String, student: String): Outcome =
    val (known, courses) = Campus.valueOf(Campus.course(course) and Campus.coursesOf(student))(events*)
    Enrolment.join(course, student)(known, courses).reply

  test("a student joins a course that has a place, once, and two courses at most"):
    val full = Vector(Planned("a", 1), Planned("b", 9), Planned("c", 9), Joined("a", "ada"))
    assertEquals(joined(full*)("a", "bob"), Outcome.Refused("a is full"))
    assertEquals(joined(full*)("a", "ada"), Outcome.Refused("ada is in a already"))
    assertEquals(joined(full*)("b", "ada"), Outcome.Done(8))
    assertEquals(joined(full :+ Joined("b", "ada")*)("c", "ada"), Outcome.Refused("ada has 2 courses"))
    assertEquals(joined(full :+ Quit("a", "ada")*)("a", "bob"), Outcome.Done(0))
    assertEquals(joined()("nowhere", "bob"), Outcome.Refused("nowhere is full"))

  test("a course gets no fewer places than it has students"):
    val known = Campus.valueOf(Campus.course("a"))(Planned("a", 3), Joined("a", "ada"), Joined("a", "bob"))
    assertEquals(Enrolment.plan("a", 1)(known).reply, Outcome.Refused("2 have joined"))
    assertEquals(Enrolment.plan("a", 2)(known).events, Vector(Planned("a", 2)))
    assertEquals(Enrolment.quit("a", "eve")(known).reply, Outcome.Refused("eve is not in a"))

  test("however students race, no event breaks a rule, and each reply has its event"):
    val seed   = System.nanoTime
    val folder = Files.createTempDirectory("brine-racing")
    try
      Using.resource(Journal.open(folder)): log =>
        val campus = Boundary.open(log)(Campus)
        val office = Office(campus)
        val moved  = AtomicInteger()
        val random = SplittableRandom(seed)
        // Several threads have the same student, so that a student's own wishes race, too.
        val threads = Vector.fill(16):
          val own = random.split()
          Thread.ofVirtual.start: () =>
            for _ <- 1 to 25 do
              val course  = s"c${own.nextInt(4)}"
              val student = s"s${own.nextInt(8)}"
              own.nextInt(10) match
                case 0         => office.plan(course, 1 + own.nextInt(4)): Unit
                case 1 | 2 | 3 => count(moved, office.quit(course, student))
                case _         => count(moved, office.join(course, student))
        threads.foreach(_.join())
        campus.close()
        val events = log.readQuery[CampusEvent](Query.category("course")).toVector.fold(e => fail(e.message), identity)
        val rules  = events.map(_.value).foldLeft(Rules(Map.empty, Set.empty))(_.after(_))
        val moves  = events.count(event => !event.value.isInstanceOf[Planned])
        assertEquals(moves, moved.get, s"seed $seed: $rules")
        assert(moves > 0, s"seed $seed")
    finally delete(folder)

  private def count(moved: AtomicInteger, outcome: Outcome): Unit = outcome match
    case Outcome.Done(_)    => moved.incrementAndGet(): Unit
    case Outcome.Refused(_) => ()

  /** What the events before have led to. Fails at an event that breaks a rule. */
  private final case class Rules(places: Map[String, Int], joined: Set[(String, String)]):
    def after(event: CampusEvent): Rules = event match
      case Planned(course, count) =>
        assert(joined.count(_._1 == course) <= count, s"$event after $this")
        copy(places = places.updated(course, count))
      case Joined(course, student) =>
        assert(!joined(course -> student), s"$event after $this")
        assert(joined.count(_._1 == course) < places.getOrElse(course, 0), s"$event after $this")
        assert(joined.count(_._2 == student) < Enrolment.MostCourses, s"$event after $this")
        copy(joined = joined + (course -> student))
      case Quit(course, student) =>
        assert(joined(course -> student), s"$event after $this")
        copy(joined = joined - (course -> student))

  private def delete(folder: Path): Unit =
    Using.resource(Files.walk(folder))(_.sorted(Comparator.reverseOrder[Path]).forEach(Files.delete(_)))

package brine.entity.boundary

import brine.codec.Codec
import brine.entity.Decision
import brine.journal.Query

/** Each event has the id of the command that it is of. */
enum CampusEvent derives Codec:
  def id: Long

  case Planned(course: Int, places: Int, id: Long)
  case Joined(course: Int, student: Int, id: Long)
  case Quit(course: Int, student: Int, id: Long)
  case Named(name: Int, id: Long)

  /** What others append: it breaks no rule, and decisions depend on it. */
  case Noted(course: Int, id: Long)

final case class Course(places: Int, students: Set[Int], notes: Int) derives Codec

/** What a command sees of the log. */
final case class Known(courses: Map[Int, Course], ofStudent: Set[Int], names: Set[Int]) derives Codec

/** The reply to a command: whether it has events, and what was known. */
final case class Seen(isDone: Boolean, known: Known) derives Codec

enum Ask:
  case Plan(course: Int, places: Int)
  case Join(course: Int, student: Int)
  case Quit(course: Int, student: Int)
  case Swap(from: Int, to: Int, student: Int)
  case Name(name: Int)
  case Look(course: Int, student: Int)
  case Break(course: Int)

/** Courses with a number of places, students with two courses at most, and names that are given once. */
object Campus extends BoundaryEvents[CampusEvent]("campus"):
  import CampusEvent.*

  val MostCourses = 2

  def stream(event: CampusEvent): String = event match
    case Planned(course, _, _) => s"course-$course"
    case Joined(course, _, _)  => s"course-$course-joined"
    case Quit(course, _, _)    => s"course-$course-quit"
    case Named(_, _)           => "names"
    case Noted(_, _)           => "notes"

  def tags(event: CampusEvent): Set[String] = event match
    case Planned(course, _, _)      => Set(s"course:$course")
    case Joined(course, student, _) => Set(s"course:$course", s"student:$student")
    case Quit(course, student, _)   => Set(s"course:$course", s"student:$student")
    case Named(_, _)                => Set.empty
    case Noted(course, _)           => Set(s"course:$course")

  // ---- Views --------------------------------------------------------------------------------------------------------

  private def course(number: Int): View[CampusEvent, Course] =
    View[CampusEvent](Query.tagged(s"course:$number"), Course(0, Set.empty, 0)): (course, event) =>
      event match
        case Planned(_, places, _) => course.copy(places = places)
        case Joined(_, student, _) => course.copy(students = course.students + student)
        case Quit(_, student, _)   => course.copy(students = course.students - student)
        case Noted(_, _)           => course.copy(notes = course.notes + 1)
        case other                 => throw IllegalArgumentException(s"$other is of no course")

  private def ofStudent(student: Int): View[CampusEvent, Set[Int]] =
    val query = Query.tagged(s"student:$student") and Query.kindsOf[CampusEvent]("Joined", "Quit")
    View[CampusEvent](query, Set.empty[Int]): (courses, event) =>
      event match
        case Joined(course, _, _) => courses + course
        case Quit(course, _, _)   => courses - course
        case other                => throw IllegalArgumentException(s"$other is of no student")

  // Deletions of this stream match it, too.
  private val names: View[CampusEvent, Set[Int]] =
    View[CampusEvent](Query.stream("names"), Set.empty[Int]): (names, event) =>
      event match
        case Named(name, _) => names + name
        case other          => throw IllegalArgumentException(s"$other is no name")

  def view(ask: Ask): View[CampusEvent, Known] = ask match
    case Ask.Plan(number, _)       => course(number).map(one => Known(Map(number -> one), Set.empty, Set.empty))
    case Ask.Join(number, student) => ofBoth(number, student)
    case Ask.Quit(number, student) => ofBoth(number, student)
    case Ask.Look(number, student) => ofBoth(number, student)
    case Ask.Break(number)         => ofBoth(number, 0)
    case Ask.Swap(from, to, who)   =>
      (course(from) and course(to) and ofStudent(who)).map: (one, two, courses) =>
        Known(Map(from -> one, to -> two), courses, Set.empty)
    case Ask.Name(_) => names.map(Known(Map.empty, Set.empty, _))

  private def ofBoth(number: Int, student: Int): View[CampusEvent, Known] =
    (course(number) and ofStudent(student)).map: (one, courses) =>
      Known(Map(number -> one), courses, Set.empty)

  // ---- Decisions ----------------------------------------------------------------------------------------------------

  def decide(ask: Ask, id: Long)(known: Known): Decision[CampusEvent, Seen] =
    val isAllowed = ask match
      case Ask.Plan(course, _)       => known.courses(course).places == 0
      case Ask.Join(course, student) => mayJoin(course, student, known) && known.ofStudent.size < MostCourses
      case Ask.Quit(course, student) => known.ofStudent(course) && known.courses(course).students(student)
      case Ask.Swap(from, to, who)   => from != to && known.ofStudent(from) && mayJoin(to, who, known)
      case Ask.Name(name)            => !known.names(name)
      case Ask.Look(_, _)            => false
      case Ask.Break(_)              => throw IllegalStateException("the test says so")
    if isAllowed then Decision(eventsOf(ask, id)*)(Seen(true, known)) else Decision.reply(Seen(false, known))

  private def mayJoin(course: Int, student: Int, known: Known) =
    known.courses(course).students.size < known.courses(course).places && !known.ofStudent(course) &&
      !known.courses(course).students(student)

  def eventsOf(ask: Ask, id: Long): Vector[CampusEvent] = ask match
    case Ask.Plan(course, places)      => Vector(Planned(course, places, id))
    case Ask.Join(course, student)     => Vector(Joined(course, student, id))
    case Ask.Quit(course, student)     => Vector(Quit(course, student, id))
    case Ask.Swap(from, to, who)       => Vector(Quit(from, who, id), Joined(to, who, id))
    case Ask.Name(name)                => Vector(Named(name, id))
    case Ask.Look(_, _) | Ask.Break(_) => Vector.empty

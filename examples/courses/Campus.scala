package brine.examples.courses

import brine.codec.Codec
import brine.entity.boundary.{BoundaryEvents, View}
import brine.journal.Query

enum CampusEvent derives Codec:
  case Planned(course: String, places: Int)
  case Joined(course: String, student: String)
  case Quit(course: String, student: String)

/** Where the events are stored, and the tags by which views find them. What joins is an event of two things: of its
  * course, and of its student.
  */
object Campus extends BoundaryEvents[CampusEvent]("campus"):
  import CampusEvent.*

  def stream(event: CampusEvent): String = event match
    case Planned(course, _) => s"course-$course"
    case Joined(course, _)  => s"course-$course-students"
    case Quit(course, _)    => s"course-$course-students"

  def tags(event: CampusEvent): Set[String] = event match
    case Planned(course, _)      => Set(s"course:$course")
    case Joined(course, student) => Set(s"course:$course", s"student:$student")
    case Quit(course, student)   => Set(s"course:$course", s"student:$student")

  /** A course, as its events say. */
  def course(name: String): View[CampusEvent, Course] =
    View[CampusEvent](Query.tagged(s"course:$name"), Course(0, Set.empty)): (course, event) =>
      event match
        case Planned(_, places) => course.copy(places = places)
        case Joined(_, student) => course.copy(students = course.students + student)
        case Quit(_, student)   => course.copy(students = course.students - student)

  /** The courses of a student, as the student's events say. */
  def coursesOf(student: String): View[CampusEvent, Set[String]] =
    View[CampusEvent](Query.tagged(s"student:$student"), Set.empty[String]): (courses, event) =>
      event match
        case Joined(course, _) => courses + course
        case Quit(course, _)   => courses - course
        case Planned(_, _)     => courses

/** What a decision must know of a course. */
final case class Course(places: Int, students: Set[String]):
  def free: Int = places - students.size

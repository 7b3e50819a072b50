package brine.examples.courses

import brine.codec.Codec
import brine.entity.boundary.Boundary
import brine.entity.Decision
import java.util.UUID

/** The decisions of the campus: functions of what they must know. */
object Enrolment:
  import CampusEvent.*

  /** The most courses of a student. */
  val MostCourses = 2

  /** Plans a course, or changes the number of its places. */
  def plan(name: String, places: Int)(course: Course): Decision[CampusEvent, Outcome] =
    if places < course.students.size then Decision.reply(Outcome.Refused(s"${course.students.size} have joined"))
    else if places == course.places then Decision.reply(Outcome.Done(course.free))
    else Decision(Planned(name, places))(Outcome.Done(places - course.students.size))

  def join(name: String, student: String)(course: Course, courses: Set[String]): Decision[CampusEvent, Outcome] =
    if course.students(student) then Decision.reply(Outcome.Refused(s"$student is in $name already"))
    else if courses.size == MostCourses then Decision.reply(Outcome.Refused(s"$student has $MostCourses courses"))
    else if course.free <= 0 then Decision.reply(Outcome.Refused(s"$name is full"))
    else Decision(Joined(name, student))(Outcome.Done(course.free - 1))

  def quit(name: String, student: String)(course: Course): Decision[CampusEvent, Outcome] =
    if course.students(student) then Decision(Quit(name, student))(Outcome.Done(course.free + 1))
    else Decision.reply(Outcome.Refused(s"$student is not in $name"))

/** What an office replies. */
enum Outcome derives Codec:
  /** It is done, and the course has a number of free places. */
  case Done(free: Int)
  case Refused(why: String)

/** Takes the wishes of students, on any number of threads. */
final class Office(campus: Boundary[CampusEvent]):
  def plan(course: String, places: Int): Outcome =
    campus.decide(Campus.course(course))(Enrolment.plan(course, places)(_)).value

  /** Joins. The rules are about the course and about the student: so the decision depends on the events of both. */
  def join(course: String, student: String): Outcome =
    campus.decide(Campus.course(course) and Campus.coursesOf(student))(Enrolment.join(course, student)(_, _)).value

  /** The same for callers who repeat it until they have a reply: it is decided once for each key. */
  def joinOnce(course: String, student: String, key: UUID): Outcome =
    val both = Campus.course(course) and Campus.coursesOf(student)
    campus.decideOnce(both, key)(Enrolment.join(course, student)(_, _)).value

  def quit(course: String, student: String): Outcome =
    campus.decide(Campus.course(course))(Enrolment.quit(course, student)(_)).value

package brine.examples.courses

import brine.entity.boundary.Boundary
import brine.journal.{EventLog, Journal, Query}
import java.nio.file.{Files, Path}
import java.util.UUID
import scala.util.Using

/** Students enrol in courses: a course has a number of places, and a student takes two courses at most. Many students
  * want the same places at the same time, and both rules hold.
  */
object Courses:
  private val Names    = Vector("algebra", "botany", "chemistry", "drawing")
  private val Places   = 5
  private val Students = 30

  def main(arguments: Array[String]): Unit =
    val folder = Files.createTempDirectory("brine-courses")
    try
      Using.resource(Journal.open(folder))(monday)
      // Everything that decisions must know is in the journal.
      Using.resource(Journal.open(folder))(tuesday)
    finally delete(folder)

  private def monday(log: EventLog): Unit = atOffice(log): office =>
    println(s"plan algebra: ${office.plan("algebra", Places)}")
    println(s"ada joins algebra: ${office.join("algebra", "ada")}")
    println(s"ada joins algebra: ${office.join("algebra", "ada")}")
    println(s"ada joins botany: ${office.join("botany", "ada")}")
    Names.foreach(office.plan(_, Places): Unit)
    race(office)
    report(log)

  private def tuesday(log: EventLog): Unit = atOffice(log): office =>
    println(s"bob joins algebra: ${office.join("algebra", "bob")}")
    println(s"ada quits algebra: ${office.quit("algebra", "ada")}")
    // The reply to the first attempt was lost, say.
    val key = UUID(4, 2)
    println(s"bob joins algebra: ${office.joinOnce("algebra", "bob", key)}")
    println(s"bob joins algebra: ${office.joinOnce("algebra", "bob", key)}")
    println(s"fewer places in algebra: ${office.plan("algebra", Places - 1)}")
    report(log)

  /** All students want all courses at the same moment, each wish in a thread. There are too few places. */
  private def race(office: Office): Unit =
    val wishes = for number <- 1 to Students; course <- Names
    yield Thread.ofVirtual.unstarted(() => office.join(course, s"student $number"): Unit)
    wishes.foreach(_.start())
    wishes.foreach(_.join())

  /** What the events say, whatever the decisions have seen. */
  private def report(log: EventLog): Unit =
    val all = log
      .readQuery[CampusEvent](Query.category("course"))
      .toVector
      .fold(error => sys.error(error.message), _.map(_.value))
    val joined = all.foldLeft(Set.empty[(String, String)]):
      case (joined, CampusEvent.Joined(course, student)) => joined + (course -> student)
      case (joined, CampusEvent.Quit(course, student))   => joined - (course -> student)
      case (joined, CampusEvent.Planned(_, _))           => joined
    Names.foreach(name => println(s"$name: ${joined.count(_._1 == name)} of $Places places are taken"))
    val courses = joined.groupMapReduce(_._2)(_ => 1)(_ + _)
    println(s"students with more than ${Enrolment.MostCourses} courses: ${courses.count(_._2 > Enrolment.MostCourses)}")

  private def atOffice(log: EventLog)(body: Office => Unit): Unit =
    val campus = Boundary.open(log)(Campus)
    try body(Office(campus))
    finally campus.close()

  private def delete(path: Path): Unit =
    if Files.isDirectory(path) then
      val children = Files.list(path)
      try children.forEach(delete)
      finally children.close()
    Files.delete(path)

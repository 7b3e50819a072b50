package brine.entity.boundary.search

import brine.codec.Codec
import brine.entity.Answer
import brine.entity.boundary.{Ask, Campus, CampusEvent, Course, Known, Seen}
import brine.journal.{EventLog, JournalException, Record, Stored}
import munit.Assertions.{assert, assertEquals}

/** What must hold of the log and the answers, whatever has failed. It computes what commands have seen in another way
  * than views do.
  */
final class CampusOracle(log: EventLog, seed: Long):
  import CampusEvent.*

  private val records: Vector[Record[Stored]] =
    log.readAll[Stored]().toVector.fold(error => throw JournalException(error), identity)

  /** All events with their offsets. */
  private val events: Vector[(Long, CampusEvent)] =
    records.collect:
      case record if record.value.schema.fingerprint == summon[Codec[CampusEvent]].fingerprint =>
        record.offset.sequence -> record.value.as[CampusEvent].fold(throw _, identity)

  def check(commands: Vector[CampusCommand]): Unit =
    checkRules()
    val byId = events.groupBy(_._2.id)
    commands.foreach: command =>
      val own = byId.getOrElse(command.id, Vector.empty)
      // Once at most, whatever the client knows.
      if own.nonEmpty then assertEquals(own.map(_._2), Campus.eventsOf(command.ask, command.id), text(command))
      command.answer match
        case Some(answer) => checkAnswer(command, answer, own.map(_._1))
        case None         => assert(own.isEmpty || command.mayBeExecuted, text(command))
    val ids = commands.map(_.id).toSet
    assert(events.forall((_, event) => event.id < 0 || ids(event.id)), s"seed $seed: an event is of nobody")

  private def checkAnswer(command: CampusCommand, answer: Answer[Seen], own: Vector[Long]): Unit =
    val offset = answer.offset.sequence
    assertEquals(own.nonEmpty, answer.value.isDone, text(command))
    if own.nonEmpty then
      assertEquals(offset, own.last, text(command))
      // Of one append.
      assertEquals(own, (own.head to own.last).toVector, text(command))
    // All that came before.
    val seen  = if own.nonEmpty then own.head - 1 else offset
    val known = answer.value.known
    assertEquals(known, at(command.ask, seen), text(command))
    // What was durable when it was sent.
    assertEquals(known, at(command.ask, math.max(seen, command.began)), text(command))

  /** What a command knows of the events up to an offset. */
  private def at(ask: Ask, offset: Long): Known =
    val past                  = events.iterator.takeWhile(_._1 <= offset).map(_._2).toVector
    def students(course: Int) = past.foldLeft(Set.empty[Int]):
      case (all, Joined(`course`, student, _)) => all + student
      case (all, Quit(`course`, student, _))   => all - student
      case (all, _)                            => all
    def course(number: Int): Course =
      val places = past.collect { case Planned(`number`, places, _) => places }.lastOption.getOrElse(0)
      Course(places, students(number), past.count { case Noted(`number`, _) => true; case _ => false })
    def ofStudent(student: Int) =
      (0 until CampusClient.Courses).filter(course => students(course)(student)).toSet
    def both(number: Int, student: Int) = Known(Map(number -> course(number)), ofStudent(student), Set.empty)
    ask match
      case Ask.Plan(number, _)       => Known(Map(number -> course(number)), Set.empty, Set.empty)
      case Ask.Join(number, student) => both(number, student)
      case Ask.Quit(number, student) => both(number, student)
      case Ask.Look(number, student) => both(number, student)
      case Ask.Break(number)         => both(number, 0)
      case Ask.Swap(from, to, who)   => Known(Map(from -> course(from), to -> course(to)), ofStudent(who), Set.empty)
      case Ask.Name(_)               => Known(Map.empty, Set.empty, past.collect { case Named(name, _) => name }.toSet)

  /** The rules hold after each event. But a swap has two: in between, only less is taken. */
  private def checkRules(): Unit =
    var places  = Map.empty[Int, Int]
    var members = Set.empty[(Int, Int)]
    var names   = Set.empty[Int]
    events.foreach: (offset, event) =>
      val place = s"seed $seed, $event at $offset"
      event match
        case Planned(course, number, _) =>
          assert(!places.contains(course), place)
          places += course -> number
        case Joined(course, student, _) =>
          assert(members.count(_._1 == course) < places.getOrElse(course, 0), place)
          assert(members.count(_._2 == student) < Campus.MostCourses, place)
          assert(!members((course, student)), place)
          members += ((course, student))
        case Quit(course, student, _) =>
          assert(members((course, student)), place)
          members -= ((course, student))
        case Named(name, _) =>
          assert(!names(name), place)
          names += name
        case Noted(_, _) => ()

  private def text(command: CampusCommand) = s"seed $seed: $command"

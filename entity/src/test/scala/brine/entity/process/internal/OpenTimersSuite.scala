package brine.entity.process.internal

import brine.entity.process.TimerChange
import brine.journal.Offset
import java.util.SplittableRandom
import munit.FunSuite
import scala.collection.mutable

/** Open timers are what a map of them would be. */
class OpenTimersSuite extends FunSuite:
  test("random changes lead to the timers of a map"):
    for seed <- 1L to 200L do
      val random    = SplittableRandom(seed)
      val timers    = OpenTimers()
      val model     = mutable.HashMap.empty[(String, String), (Long, Long)]
      val announced = mutable.HashMap.empty[(String, String), Long]
      for number <- 1L to 200L do
        val key @ (instance, id) = (s"i${random.nextInt(3)}", s"t${random.nextInt(4)}")
        random.nextInt(8) match
          case 0 =>
            timers(instance, Vector(TimerChange.Cancelled(id)), ends = false)
            model -= key
            announced -= key
          case 1 =>
            timers(instance, Vector(TimerChange.Fired(id)), ends = false)
            model -= key
            announced -= key
          case 2 =>
            timers(instance, Vector.empty, ends = true)
            model.filterInPlace((known, _) => known._1 != instance)
            announced.filterInPlace((known, _) => known._1 != instance)
          case 3 =>
            val due = timers.due(number, 3)
            due.foreach: one =>
              val of = (one.instance, one.id)
              assertEquals(model.get(of).map(_._1), Some(one.number))
              timers.announce(one, Offset(number))
              announced(of) = number
          case 4 =>
            timers.announceAgain(_ < number / 2)
            announced.filterInPlace((_, at) => at >= number / 2)
          case 5 =>
            // Of a timer that is not the one of this id any more.
            timers.announce(DueTimer(instance, id, -1), Offset(number))
          case _ =>
            val micros = random.nextLong(300)
            timers(instance, Vector(TimerChange.Set(id, number, micros)), ends = false)
            model(key) = (number, micros)
            announced -= key
        assertEquals(timers.size, model.size)
        val waiting = model.toVector.filterNot((known, _) => announced.contains(known))
        assertEquals(timers.next, waiting.map(_._2._2).minOption)
        assertEquals(
          timers.due(150, 1000).map(one => ((one.instance, one.id), one.number)).toSet,
          waiting.collect { case (known, (number, micros)) if micros <= 150 => (known, number) }.toSet
        )

package brine.actor.testkit

import brine.effort.Effort
import scala.collection.mutable
import scala.concurrent.duration.*

class SearchTreeSuite extends munit.FunSuite:
  private val most = 800

  override val munitTimeout: Duration = 3.minutes

  /** The final states, and what it took. */
  private def states(program: RandomProgram, reduced: Boolean): (Set[Any], Exploration) =
    val seen        = mutable.HashSet[Any]()
    val exploration = Explore.check(Search.Exhaustive(most, reduced), TestSettings(timersRace = program.races)):
      system =>
        val state = program(system)
        system.whenIdle(seen += state(): Unit)
    (seen.toSet, exploration)

  test("the reduction loses no final state of programs made at random"):
    var compared = 0
    var fewer    = 0
    var several  = 0
    for seed <- 0 until Effort.searchedPrograms do
      val program        = RandomProgram(seed)
      val (all, without) = states(program, reduced = false)
      if without.complete then
        val (kept, reduced) = states(program, reduced = true)
        assert(reduced.complete, s"seed $seed")
        assertEquals(kept, all, s"seed $seed")
        compared += 1
        if all.size > 1 then several += 1
        if reduced.schedules < without.schedules then fewer += 1
    assert(compared >= Effort.searchedPrograms * 2 / 5, s"only $compared programs were small enough")
    assert(several >= Effort.searchedPrograms * 2 / 25, s"only $several programs had more than one final state")
    assert(fewer >= Effort.searchedPrograms / 3, s"only $fewer programs were reduced")

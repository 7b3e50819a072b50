package brine.actor.model

import munit.{FunSuite, Location}

/** What suites do with an explorer. */
trait Explorations:
  self: FunSuite =>

  override val munitTimeout = scala.concurrent.duration.Duration(120, "s")

  def assertHolds(model: Model, scenario: Any)(using Location): Unit =
    Explorer(model).explore() match
      case Exploration.Holds(_, _, ends)   => assert(ends > 0, scenario)
      case Exploration.Broken(rule, trace) => fail(s"$rule in $scenario\n${trace.mkString("\n")}")

  /** The fault breaks one of these rules. */
  def assertCaught(model: Model, rules: String*)(using Location): Unit =
    Explorer(model).explore() match
      case Exploration.Broken(rule, trace) =>
        assert(rules.exists(rule.contains), s"caught by another rule: $rule\n${trace.mkString("\n")}")
      case holds => fail(s"the fault is not caught: $holds")

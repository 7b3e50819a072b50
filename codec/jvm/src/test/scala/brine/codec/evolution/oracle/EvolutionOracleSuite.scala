package brine.codec.evolution.oracle

import brine.effort.Effort

/** Random types, changed at random: no value is read wrongly without an error or a warning. See [[Search]]. */
final class EvolutionOracleSuite extends munit.FunSuite:
  override val munitTimeout = scala.concurrent.duration.Duration.Inf

  test("changed types read each other's data as plain functions say"):
    val search = Search(seed = 15, println)
    search.run(Effort.evolvedPairs, most = 5)
    println(search.counts)
    assert(search.findings.isEmpty, search.findings.mkString("\n"))
    Edits.Groups.foreach { (group, _) =>
      assert(search.share(group) >= EvolutionOracleSuite.LeastOfGroup, s"$group: ${search.share(group)}")
    }
    search.exemptions.foreach { (reason, share) =>
      val most = EvolutionOracleSuite.Most.getOrElse(reason, 0.0)
      assert(share <= most, s"$reason: not checked for $share of the pairs, at most $most may be so")
    }

object EvolutionOracleSuite:
  private final val LeastOfGroup = 0.05

  // What cannot be checked, and for which share of the pairs at most. A reason that is not listed is a failure.
  private val Most = Map(
    "without a certain result"                                    -> 0.05,
    "a value read as somebody who knows all versions expects"     -> 0.002,
    "another value, because several are right"                    -> 0.015,
    "a loss, because several results are right"                   -> 0.001,
    Truth.MigratedOnly                                            -> 0.001,
    Truth.AnotherContent                                          -> 0.0002,
    Truth.BackByMigration                                         -> 0.0001,
    "way back: a name is used again"                              -> 0.005,
    "way back: a name that the old program knows as a former one" -> 0.002
  ) ++ Map(
    "a class of one field becomes another one"                       -> 0.004,
    "no way is known"                                                -> 0.002,
    "a class of one field around a class without a field in common"  -> 0.0005,
    "data that the older type of a migration cannot read"            -> 0.0005,
    "a value of a class with a migration, or of its older type"      -> 0.0002,
    "data of an older type that look like the present one"           -> 0.0002,
    "data of the present type that look like the older one"          -> 0.0002,
    "a tuple becomes a class with a migration"                       -> 0.0002,
    "an Option becomes a class with a migration"                     -> 0.0002,
    "a class with a migration becomes a case"                        -> 0.0002,
    "a class of one field becomes a case"                            -> 0.0002,
    "a class of one field around a record with a field of that name" -> 0.0002,
    "parts that are not related"                                     -> 0.0002
  ).map((why, most) => Truth.Another + why -> most)

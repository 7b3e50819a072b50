package brine.lab.cli

import brine.lab.failure.Refusal
import brine.lab.report.Agreement
import brine.lab.report.Agreement.Verdict
import brine.lab.results.Results

/** What two runs decide, for `brine lab compare`. */
object Decisions:
  /** Prints the decisions alone.
    *
    * @return
    *   exit code: 1 if the runs contradict each other
    */
  def print(a: Results, b: Results, json: Boolean): Int =
    val found = Agreement.of(a, b)
    if found.isEmpty then throw Refusal("the two runs have no ranking in common")
    println(if json then ujson.write(ujson.Arr.from(found.map(toJson)))
    else (CompareCommand.described(a, b) ++ lines(found)).mkString("\n"))
    if found.exists(one => one.verdict == Verdict.Contradicts || one.pairs.exists(_.isContradicted)) then 1 else 0

  /** A line for each task, with what each run says, and how many pairs of libraries both order alike. */
  def lines(found: List[Agreement]): List[String] =
    if found.isEmpty then Nil
    else
      val tasks = found.flatMap: one =>
        List(s"${one.study}, ${one.task.noun}: ${one.verdict.words}", s"  A: ${one.a.words}", s"  B: ${one.b.words}")
      val pairs  = found.flatMap(one => one.pairs.map(one -> _))
      val denied = pairs.filter(_._2.isContradicted)
      val both   = found.count(one => Set(Verdict.Agrees, Verdict.Contradicts)(one.verdict))
      val wrong  = found.count(_.verdict == Verdict.Contradicts)
      ("\nfirst places" :: tasks) ++
        List(
          s"$both of ${found.size} first places can be compared: ${both - wrong} agree, $wrong contradict",
          s"${pairs.size} pairs of libraries can be compared: ${pairs.size - denied.size} agree, " +
            s"${denied.size} contradict"
        ) ++ denied.map((one, pair) => s"  contradicts: ${one.study}, ${one.task.noun}, ${pair.words}")

  private def toJson(one: Agreement): ujson.Obj = ujson.Obj(
    "study"       -> one.study,
    "task"        -> one.task.noun,
    "verdict"     -> one.verdict.words,
    "a"           -> one.a.words,
    "b"           -> one.b.words,
    "pairs"       -> one.pairs.size,
    "contradicts" -> ujson.Arr.from(one.pairs.filter(_.isContradicted).map(_.words))
  )

package brine.codec.evolution.oracle

import scala.collection.mutable
import scala.util.Random

/** Searches for data that are read wrongly: draws a type, changes it one to six times, and reads data of some versions
  * as others, in both directions.
  *
  * A history follows from the seed and its number. To see one again:
  * {{{
  * ./brine sbt "codecJVM/Test/runMain brine.codec.evolution.oracle.evolutionSearch SEED PAIRS"
  * ./brine sbt "codecJVM/Test/runMain brine.codec.evolution.oracle.evolutionSearch SEED history NUMBER"
  * }}}
  * The first command searches, and prints counts and each failure once. The second prints the versions of one history
  * and what became of each pair.
  */
final class Search(seed: Long, log: String => Unit):
  private val outcomes = mutable.TreeMap.empty[String, Int].withDefaultValue(0)
  private val changes  = mutable.TreeMap.empty[String, Int].withDefaultValue(0)
  private val found    = mutable.LinkedHashMap.empty[String, Search.Finding]
  private val groups   = mutable.TreeMap.empty[String, Int].withDefaultValue(0)
  private val exempted = mutable.TreeMap.empty[String, Int].withDefaultValue(0)
  private var pairs    = 0
  private var failures = 0
  private var refused  = 0

  /** The failures, each of its kind once. */
  def findings: Vector[Search.Finding] = found.values.toVector

  /** How many pairs had which outcome, and how many pairs had each kind of change between them. */
  def counts: String =
    def table(of: mutable.Map[String, Int]) = of.map((name, count) => f"  $count%,9d $name").mkString("\n")
    s"$pairs pairs, seed $seed; $refused versions refused for a migration from the same fields\n${table(outcomes)}\nleft out:\n${table(exempted)}\n" +
      s"groups of changes:\n${table(groups)}\nchanges between the versions of a pair:\n${table(changes)}"

  /** The share of pairs with a change of a group. */
  def share(group: String): Double = groups(group).toDouble / pairs

  /** The share of pairs for which something was not checked: by reason, and all pairs without a certain result. */
  def exemptions: Map[String, Double] =
    val open = outcomes.collect {
      case (name, count) if name.startsWith("Ambiguous") || name.startsWith("Unclear") || name == "NameReuse" => count
    }
    (exempted.toMap + ("without a certain result" -> open.sum)).map((name, count) => name -> count.toDouble / pairs)

  /** Checks pairs until there are this many, or `most` kinds of failures. */
  def run(count: Int, most: Int): Unit =
    var number = 0
    while pairs < count && found.size < most do
      history(number, isShown = false)
      number += 1

  def history(number: Int, isShown: Boolean): Unit =
    Codecs.clear()
    val random   = Random(seed * 1_000_003L + number)
    val types    = Types(random)
    val edits    = Edits(random, types)
    val versions = mutable.ArrayBuffer(types.root())
    val names    = mutable.ArrayBuffer.empty[String]
    val many     = 1 + random.nextInt(6)
    while names.size < many do
      edits(versions.last).foreach { (name, ty) =>
        if SameForm.has(ty) != SameForm.isRefused(ty) then
          val detail =
            if SameForm.has(ty) then "a migration from the same fields" else "no migration from the same fields"
          val wrong = Search.Finding("refused or not", Ty.text(ty), "", detail, s"seed $seed, history $number")
          found.getOrElseUpdate(wrong.key, wrong): Unit
        // A program of such a version does not compile, so nobody has its data.
        if SameForm.has(ty) then refused += 1
        else
          names += name
          versions += ty
      }
    if isShown then
      versions.zipWithIndex.foreach((ty, i) =>
        log(s"version $i${names.lift(i - 1).fold("")(n => s" ($n)")}: ${Ty.text(ty)}")
      )
    val last = versions.size - 1
    val some = mutable.LinkedHashSet(0 -> last, last -> 0)
    for _ <- 0 until math.min(last, 3) do
      val from = random.nextInt(versions.size)
      val to   = math.max(0, math.min(last, from + random.nextInt(7) - 3))
      if from != to then some += (from -> to)
    some.foreach { (from, to) =>
      val reasons = mutable.Set.empty[String]
      val outcome = Check(versions(from), versions(to), random.nextLong())(reasons += _)
      reasons.foreach(exempted(_) += 1)
      if isShown then log(s"$from read as $to: $outcome${reasons.map(why => s"; left out: $why").mkString}")
      count(versions(from), versions(to), names.slice(math.min(from, to), math.max(from, to)).toVector, outcome, number)
    }

  private def count(a: Ty, b: Ty, names: Vector[String], outcome: Outcome, number: Int): Unit =
    pairs += 1
    names.distinct.foreach(changes(_) += 1)
    Edits.Groups.foreach((group, is) => if names.exists(is) then groups(group) += 1)
    outcome match
      case Outcome.Failed(kind, _) =>
        outcomes(s"FAILED: $kind") += 1
        failures += 1
        if failures <= Search.MostShrunk then
          val finding = smallest(a, b, kind, s"seed $seed, history $number: ${names.mkString(", ")}")
          found.getOrElseUpdate(finding.key, finding): Unit
      case other => outcomes(other.toString) += 1

  private def smallest(a: Ty, b: Ty, kind: String, where: String): Search.Finding =
    def outcomes(x: Ty, y: Ty) = Iterator.range(0, Search.Seeds).map(i => Check(x, y, i.toLong)())
    def failed(x: Ty, y: Ty)   = outcomes(x, y).collectFirst { case of: Outcome.Failed if of.kind == kind => of }
    val (x, y)                 = Shrink(a, b)((x, y) => failed(x, y).nonEmpty)
    val detail                 = failed(x, y).fold("only with the values of the search")(_.detail)
    Search.Finding(kind, Ty.text(x), Ty.text(y), detail, where)

object Search:
  // More are counted only.
  private final val MostShrunk = 400

  // Values are drawn with so many seeds for each pair of smaller types.
  private final val Seeds = 6

  final case class Finding(kind: String, written: String, read: String, detail: String, where: String):
    /** What is the same for failures of the same cause, as far as that can be seen. */
    def key: String = s"$kind: $written -> $read".replaceAll("\\d+", "")

    override def toString: String =
      s"$kind ($where)\n    written: $written\n    read as: $read\n    $detail"

@main def evolutionSearch(seed: Long, rest: String*): Unit =
  val search = Search(seed, println)
  rest match
    case Seq("history", number) => search.history(number.toInt, isShown = true)
    case other                  =>
      val start = System.nanoTime()
      search.run(other.headOption.fold(20_000)(_.toInt), 1000)
      search.findings.sortBy(of => of.written.length + of.read.length).foreach(println)
      println(search.counts)
      println(s"${(System.nanoTime() - start) / 1_000_000} ms")

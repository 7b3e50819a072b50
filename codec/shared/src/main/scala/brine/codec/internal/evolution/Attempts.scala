package brine.codec.internal.evolution

import brine.codec.internal.matching.{Findings, Incompatible}

import scala.collection.mutable

/** What a [[Resolver]] has built so far, so that it can try several readings of the same data and keep the one that
  * loses least. Used by one thread.
  *
  * @param findings
  *   collects the problems if only they are needed; else null
  */
private[evolution] final class Attempts(findings: Findings | Null):
  private val steps = new mutable.ArrayBuffer[Attempts.Step](2)
  private val made  = new mutable.ArrayBuffer[Reader](4)
  private var price = 0L

  /** The readers that are part of the plan. */
  def readers: Iterable[Reader] = made

  def make(reader: Reader): Unit = made += reader

  /** What the plan costs: above all the written fields that it drops. Among plans that drop as many, the one that lacks
    * fewer written cases is cheaper, then the one that fills in fewer fields here, then the one with fewer conversions
    * of values.
    */
  def cost: Long = price

  def add(cost: Long): Unit = price = math.min(price + cost, Attempts.Most)

  /** Does something that a failed attempt undoes. */
  def run(action: () => Unit)(undo: () => Unit): Unit =
    action()
    steps += Attempts.Step(action, undo)

  /** The cheapest result, the first of several that cost the same.
    *
    * @param error
    *   the number of the candidate whose error counts if all fail
    * @param unit
    *   results with a smaller difference are a tie, of which the cheaper one is kept
    * @param only
    *   called with the number of the only candidate that is possible
    * @param tie
    *   called if another result costs the same; only while problems are collected
    */
  def fewest[A](
      candidates: Seq[() => A],
      error: Int = 0,
      unit: Long = Attempts.Conversion,
      only: Int => Unit = _ => ()
  )(tie: => Unit): A =
    if candidates.sizeIs == 1 then candidates.head()
    else
      val results = mutable.ArrayBuffer.empty[Attempts.Result[A]]
      val rest    = candidates.iterator
      var isDone  = false
      while !isDone && rest.hasNext do
        val result = attempt(rest.next())
        results += result
        isDone = findings == null && !result.isFailed && result.cost == 0
      val possible = results.filterNot(_.isFailed)
      if possible.isEmpty then keep(results(error))
      else
        val best  = possible.minBy(_.cost)
        val value = keep(best)
        if possible.sizeIs == 1 then only(results.indexOf(best))
        else if possible.count(_.cost / unit == best.cost / unit) > 1 then tie
        value

  /** The first result; if it fails, the second; if both fail, fails like the first. */
  def orElse[A](first: () => A)(second: Incompatible => A): A =
    val tried = attempt(first)
    if !tried.isFailed then keep(tried)
    else
      val other = attempt(() => second(tried.error))
      keep(if other.isFailed then tried else other)

  private def attempt[A](candidate: () => A): Attempts.Result[A] =
    val (stepsBefore, madeBefore, before) = (steps.size, made.size, price)
    val mark                              = if findings == null then 0 else findings.nn.mark
    val value                             =
      try Right(candidate())
      catch case error: Incompatible => Left(error)
    val isFailed = value.isLeft || findings != null && findings.nn.isWorse(mark)
    val taken    = steps.drop(stepsBefore).toVector
    val readers  = made.drop(madeBefore).toVector
    val result   = Attempts.Result(
      value,
      isFailed,
      price - before,
      taken,
      readers,
      if findings == null then Vector.empty else findings.nn.cut(mark)
    )
    // What a failed attempt built may refer to readers that could not be built.
    taken.reverseIterator.foreach(_.undo())
    steps.takeInPlace(stepsBefore)
    made.takeInPlace(madeBefore)
    price = before
    result

  private def keep[A](result: Attempts.Result[A]): A =
    result.steps.foreach(_.action())
    steps ++= result.steps
    made ++= result.readers
    add(result.cost)
    if findings != null then findings.nn.restore(result.found)
    result.value.fold(throw _, identity)

private[evolution] object Attempts:
  /** What a written field costs that is dropped, a written case that is not here, a field here that is filled in, and a
    * value that is converted.
    */
  final val Drop       = 1L << 40
  final val Lack       = 1L << 30
  final val FillIn     = 1L << 20
  final val Conversion = 1L

  /** A hostile schema may repeat what is dropped without end. */
  private final val Most = 1L << 60

  final class Step(val action: () => Unit, val undo: () => Unit)

  /** What an attempt gave, and all it did. */
  final class Result[A](
      val value: Either[Incompatible, A],
      val isFailed: Boolean,
      val cost: Long,
      val steps: Vector[Step],
      val readers: Vector[Reader],
      val found: Vector[Findings.Found]
  ):
    def error: Incompatible = value.left.getOrElse(found.find(_.isWorse).fold(found.head.problem)(_.problem))

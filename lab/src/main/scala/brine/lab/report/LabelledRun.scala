package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{Answer, PageContext}
import brine.lab.results.Results

/** A run beside others that are never mixed with it.
  *
  * @param label
  *   its name in tables and pictures
  * @param known
  *   its answers, if they are computed already
  */
final case class LabelledRun(label: String, results: Results, known: Option[List[Answer]] = None):
  val page: PageContext = PageContext(results.jvms.headOption.fold(results)(results.under))

  /** The answers of the studies that the run measured. */
  lazy val answers: List[Answer] = known.getOrElse:
    if page.watermarked then Nil
    else
      Studies.all
        .filter(study => page.summaries.exists(s => s.study == study.name && !s.op.startsWith("startup")))
        .map(_.answer(page))

  def answer(study: String): Option[Answer] = answers.find(_.study == study)

  /** Whether a results file is of the same run. */
  def isSame(other: Results): Boolean = List("startedAt", "seed").forall: field =>
    val own = results.environment.value.get(field)
    own.nonEmpty && own == other.environment.value.get(field)

  /** Machine, JDK, mode, day and commit, on one line. */
  def described: String =
    val cores  = results.number("cores").fold("")(n => s"${n.toInt} cores")
    val jdk    = if results.text("jdk").isEmpty then "" else "JDK " + results.text("jdk")
    val day    = results.text("startedAt").take(10)
    val commit = if results.text("commit").isEmpty then "" else "commit " + results.text("commit").take(8)
    List(results.text("cpu"), cores, jdk, results.mode + " run", day, commit).filter(_.nonEmpty).mkString(", ")

object LabelledRun:
  /** What must be equal for two runs to count as one: fields of the environment, each with its name for a reader. */
  val likeness: List[(String, String)] = List(
    "cpu"    -> "processor",
    "cores"  -> "cores",
    "kernel" -> "kernel",
    "jdk"    -> "JDK",
    "mode"   -> "mode",
    "commit" -> "commit"
  )

  private def identity(results: Results): List[String] =
    likeness.map((field, _) => results.environment.value.get(field).fold("")(value => ujson.write(value)))

  /** The fields in which runs differ, with the values of each, in words; empty if they are alike. */
  def differences(runs: List[Results]): List[String] =
    for
      (field, name) <- likeness
      values = runs
        .map(_.environment.value.get(field).fold("unknown")(v => v.strOpt.getOrElse(ujson.write(v))))
        .distinct
      if values.sizeIs > 1
    yield s"$name (${values.mkString("; ")})"

  /** Runs that count as one, pooled as its further rounds; the others under a letter each. */
  def grouped(runs: List[Results]): List[LabelledRun] =
    val order  = runs.map(identity).distinct
    val groups = order.map(of => runs.filter(identity(_) == of))
    groups.zipWithIndex.map: (alike, at) =>
      LabelledRun(('A' + at).toChar.toString, if alike.sizeIs == 1 then alike.head else Results.pool(alike))

package brine.lab.page

import brine.lab.page.Tables.*
import scalatags.Text.all.*

/** What a run answers to a study's first question: one sentence, and a picture of the contenders.
  *
  * @param question
  *   the question, for a reader who does not know the study
  * @param subject
  *   what was measured, as the beginning of the sentence
  * @param contenders
  *   the rows that the picture prefers, if there are more than ten
  */
final case class Answer(
    study: String,
    question: String,
    subject: String,
    contenders: List[String],
    rankings: List[Ranking]
):
  def sentence: String = s"$subject: ${rankings.map(_.words).mkString("; ")}."

  /** At most ten rows: the contenders, or the fastest if a run has few of them. Ours are always among them. */
  val rows: List[String] =
    val all     = rankings.flatMap(_.places.map(_.library)).distinct
    val ordered = all.sortBy(name => mean(name))
    val named   = ordered.filter(name => contenders.contains(name.takeWhile(_ != ' ')))
    val chosen  = if ordered.sizeIs <= Answer.most then ordered else (named ++ ordered.diff(named)).take(Answer.most)
    val own     = ordered.find(Ours.isOurs).filterNot(chosen.contains)
    (chosen.take(Answer.most - own.size) ++ own).sortBy(mean)

  private def mean(library: String): Double =
    val found = rankings.flatMap(_.places.find(_.library == library)).map(place => math.log(place.ratio.value))
    found.sum / found.size

  val plot: DotPlot = DotPlot(
    s"$question ${sentence}",
    "times the fastest",
    rankings.map(_.task.noun),
    rows.map(name => DotPlot.Row(name, Ours.isOurs(name), rankings.map(_.places.find(_.library == name).map(_.ratio))))
  )

  def card: Frag =
    tag("article")(cls := "card", attr("aria-labelledby") := s"answer-$study")(
      h2(id := s"answer-$study")(a(href := s"#$study")(study), " ", span(question)),
      p(cls := "answer")(sentence),
      if rows.isEmpty then frag()
      else
        frag(
          tag("figure")(cls := "answer")(raw(plot.inPage)),
          details("These figures", table)
        )
    )

  private def table: Frag =
    val head = Seq(tr(column("library"), rankings.map(ranking => column(s"${ranking.task.noun}, times the fastest"))))
    val body = rows.map: name =>
      tr(
        th(attr("scope") := "row")(name),
        rankings.map: ranking =>
          ranking.places
            .find(_.library == name)
            .fold(td(cls := "none")("–")): place =>
              td(cls := "number", dataKind := "ratio", dataValue := Numbers.raw(place.ratio.value))(
                Numbers.withInterval(place.ratio)
              )
      )
    scrolling(s"$study: times the fastest", head, body, id := s"answers-$study")

object Answer:
  /** Most rows of a picture. */
  val most = 10

package brine.lab.report

import brine.lab.catalog.Studies
import brine.lab.page.{Ours, PageContext, Summary}
import brine.lab.statistics.NoiseBand
import brine.lab.studies.Study

/** The data that the page's script draws. */
object PageData:
  def of(page: PageContext): ujson.Obj =
    val results = page.results
    val more    = Studies.all.map(study => study.name -> study.rowData(page)).toMap
    ujson.Obj(
      "mode"      -> results.mode,
      "noise"     -> NoiseBand.of(results).band,
      "libraries" -> ujson.Arr.from(libraries(page)),
      "rows"      -> ujson.Arr.from(page.summaries.map(summary => row(summary, more(summary.study)))),
      "studies"   -> ujson.Obj.from(Studies.all.map(study => study.name -> forCharts(study)))
    )

  private def forCharts(study: Study): ujson.Obj =
    val data = study.chartData
    data("contenders") = ujson.Arr.from(study.contenders)
    data

  private def libraries(page: PageContext): List[ujson.Obj] =
    page.summaries
      .map(_.library)
      .distinct
      .map: label =>
        val known = page.results.library(label.takeWhile(_ != ' '))
        ujson.Obj(
          "name"   -> label,
          "traits" -> ujson.Arr.from(known.fold(Nil)(_.traits)),
          "ours"   -> Ours.isOurs(label)
        )

  private def row(summary: Summary, more: Summary => List[(String, ujson.Value)]): ujson.Obj =
    val json = ujson.Obj(
      "study"   -> summary.study,
      "case"    -> summary.name,
      "library" -> summary.library,
      "op"      -> summary.op,
      "status"  -> summary.status
    )
    if summary.note.nonEmpty then json("note") = summary.note
    if summary.platform != "jvm" then json("platform") = summary.platform
    summary.time.foreach: time =>
      json("value") = time.value
      json("lo") = time.lo
      json("hi") = time.hi
      json("forks") = time.n
    summary.cpuNs.foreach(json("cpu") = _)
    summary.firstMs.foreach(json("first") = _)
    summary.n.foreach(json("n") = _)
    for (name, value) <- more(summary) do json(name) = value
    summary.sizes.foreach: sizes =>
      json("sizes") = ujson.Arr(sizes.raw, sizes.gzip, sizes.together, sizes.zstd)
    json

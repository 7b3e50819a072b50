package brine.lab.report

import brine.lab.statistics.NoiseBand
import brine.lab.studies.{BooksStudy, Study}

/** The data that the page's script draws. */
object PageData:
  def of(page: PageContext): ujson.Obj =
    val results   = page.results
    val multiples = LogMultiples(results)
    ujson.Obj(
      "mode"      -> results.mode,
      "noise"     -> NoiseBand.of(results).band,
      "libraries" -> ujson.Arr.from(libraries(page)),
      "rows"      -> ujson.Arr.from(page.summaries.map(row(multiples, _))),
      "books"     -> ujson.Arr.from(BooksStudy.cases),
      "published" -> ujson.Obj(
        "site" -> ujson.Arr.from(
          Published.siteTimes
            .filter(_.row.nonEmpty)
            .map: figure =>
              ujson.Obj(
                "year"   -> figure.year,
                "kind"   -> figure.kind,
                "op"     -> figure.measure,
                "row"    -> figure.row,
                "values" -> ujson.Arr.from(figure.values)
              )
        ),
        "evactor" -> ujson.Arr.from(
          Published.evactorTimes
            .filter(_.ms.nonEmpty)
            .map: figure =>
              ujson.Obj("row" -> figure.row, "library" -> figure.library, "n" -> figure.events, "ms" -> figure.ms.get)
        )
      )
    )

  private def libraries(page: PageContext): List[ujson.Obj] =
    page.summaries
      .map(_.library)
      .distinct
      .map: label =>
        val known = page.results.library(label.takeWhile(_ != ' '))
        ujson.Obj(
          "name"   -> label,
          "traits" -> ujson.Arr.from(known.fold(Nil)(_.traits)),
          "ours"   -> Targets.isOurs(label)
        )

  private def row(multiples: LogMultiples, summary: Summary): ujson.Obj =
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
    if summary.study == Study.Log.name && summary.op == "rate" && summary.ok then
      multiples.ofR(summary).foreach(found => json("ofR") = found.value)
    summary.sizes.foreach: sizes =>
      json("sizes") = ujson.Arr(sizes.raw, sizes.gzip, sizes.together, sizes.zstd)
    json

package brine.lab.run

import brine.lab.catalog.Studies
import brine.lab.child.Cancellation
import brine.lab.results.Results
import brine.lab.studies.Study
import java.nio.file.Path

/** A run of the lab whose libraries may not all be built yet: measures the studies that are ready, then builds the
  * rest, then measures the other studies. Nothing is built while something is measured, because a build would disturb
  * the clock.
  */
final class StagedRun(
    request: Request,
    stage: Path,
    java: Path,
    build: StageBuild,
    cancellation: Cancellation
):
  private val needed = if request.serve then List("browser") else request.studies.flatMap(_.parts).distinct
  private val late   = build.stale.filter(needed.contains)

  /** The studies that can be measured before anything is built. None with `--only`: only the peers know their rows. */
  private val ready: List[Study] =
    if request.serve || request.only.nonEmpty then Nil
    else request.studies.filter(study => study.parts.forall(part => !late.contains(part)))

  /** Measures, builds and measures.
    *
    * @param report
    *   receives the results so far before something is built, and the results of the whole run
    */
  def run(report: Results => Unit): Results =
    val spent =
      if late.isEmpty || ready.isEmpty then 0.0
      else
        val first = session(request.copy(studies = ready), request, 0)
        report(first.run())
        first.seconds
    if late.nonEmpty && !cancellation.requested then
      // The other programs of the checkout start at once after this run.
      build.build(late ++ build.stale.filterNot(StagedRun.ofLab), cancellation)
    val isContinued = spent > 0
    val results     =
      if isContinued && cancellation.requested then Results.read(request.out.resolve(Results.fileName))
      else session(request.copy(resume = request.resume || isContinued), request, spent).run()
    report(results)
    results

  private def session(part: Request, whole: Request, spent: Double) =
    Session(
      part,
      Stage.read(stage, request.peerJars),
      java,
      cancellation,
      spent,
      isPartial = part.studies != whole.studies
    )

object StagedRun:
  private val ofLab = Studies.all.flatMap(_.parts).toSet

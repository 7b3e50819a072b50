package brine.lab.browser

import brine.lab.child.{Cancellation, Compression}
import brine.lab.plan.Task
import brine.lab.results.Cell
import java.nio.file.Path
import java.util.Base64
import scala.collection.mutable

/** Runs one library's cells in its own page load and turns the outcome into cells. Each cell of the task is emitted
  * exactly once, unless the run is cancelled.
  *
  * @param open
  *   shows a page at an address and writes its output to a log
  * @param follow
  *   whether the page stays open and asks for the next library
  */
final class BrowserRunner(
    bundles: List[BrowserBundle],
    open: (String, Path) => Window,
    follow: Boolean,
    mode: String,
    cancellation: Cancellation
) extends AutoCloseable:
  private val server = PageServer()
  private var plans  = 0

  /** What the latest page reported about itself. */
  var hello: Option[ujson.Value] = None

  def url: String   = server.url
  def close(): Unit = server.close()

  /** Tells a page that stays open that nothing is left. */
  def finish(): Unit =
    server.offer(ujson.Obj("id" -> "end"), Path.of(""))
    if follow then Thread.sleep(1500) // so that the page can ask once more

  def run(task: Task, log: Path)(emit: Cell => Unit): Unit =
    plans += 1
    val pending = mutable.LinkedHashMap.from(task.cells.indices.map(id => id -> task.cells(id)))
    val bundle  = bundles.find(_.name == task.row.peer).map(_.script).getOrElse(Path.of(""))
    server.offer(plan(task), bundle)
    var current = -1
    var end     = Option.empty[(String, String)]
    val start   = System.nanoTime()
    var heard   = start
    val window  = open(server.url, log)
    try
      while end.isEmpty && !cancellation.requested do
        server.poll(100) match
          case Some(event) if event.obj.get("plan").forall(_.strOpt.contains(planId)) =>
            heard = System.nanoTime()
            event("event").str match
              case "hello" =>
                hello = Some(ujson.Obj.from(event.obj.toList.filterNot((name, _) => name == "event" || name == "plan")))
              case "begin" => current = event("id").num.toInt
              case "cell"  =>
                val id = event("id").num.toInt
                pending.remove(id).foreach(spec => emit(finished(task, spec, event)))
              case "done"   => end = Some("crashed" -> "the page did not measure it")
              case "failed" => end = Some("crashed" -> event.obj.get("note").fold("")(_.str))
              case _        => ()
          case Some(_) => () // a page of an earlier library that ended late
          case None    =>
            val now = System.nanoTime()
            if window.ended.nonEmpty then end = window.ended.map("crashed" -> _)
            else if !follow && (now - heard > task.silence * 1e9 || now - start > task.limit * 1e9) then
              end = Some("timeout" -> f"ended after ${(now - heard) / 1e9}%.0f s without a sign of work")
    finally window.close()
    for (status, note) <- end if !cancellation.requested do
      val culprit = if pending.contains(current) then current else pending.keys.headOption.getOrElse(-1)
      for (id, spec) <- pending do
        val blank = task.blank(spec, mode)
        emit(
          if id == culprit then blank.copy(status = status, note = note)
          else
            val at = task.cells(culprit)
            blank.copy(status = "skipped", note = s"not reached: $status at ${at.name} ${at.op}")
        )

  private def planId = plans.toString

  private def plan(task: Task): ujson.Obj = ujson.Obj(
    "id"               -> planId,
    "library"          -> task.row.name,
    "follow"           -> follow,
    "warmUpTurns"      -> task.warmUp.count,
    "warmUpTurnMillis" -> task.warmUp.millis,
    "batches"          -> task.measure.count,
    "batchMillis"      -> task.measure.millis,
    "cells"            -> ujson.Arr.from(
      task.cells.zipWithIndex.map((spec, id) => ujson.Obj("id" -> id, "name" -> spec.name, "op" -> spec.op))
    )
  )

  private def finished(task: Task, spec: Task.CellSpec, event: ujson.Value): Cell =
    def number(field: String) = event.obj.get(field).flatMap(_.numOpt)
    val sizes = event.obj.get("bytes").flatMap(_.strOpt).map(text => Compression.ofOne(Base64.getDecoder.decode(text)))
    task
      .blank(spec, mode)
      .copy(
        status = event("status").str,
        note = event.obj.get("note").flatMap(_.strOpt).getOrElse(""),
        n = Some(1),
        figure = Cell.Figure(
          value = number("value"),
          unit = number("value").map(_ => "ns"),
          lo = number("lo"),
          hi = number("hi")
        ),
        sizes = sizes.fold(Cell.Sizes())(_.inCell).copy(compressionStreamB = number("gzip"))
      )

package brine.cli.journal

import brine.journal.tools.{Damaged, Verification}
import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Checks that a journal is as it was written. */
private[journal] object VerifyTask extends JournalTask:
  val name    = "verify"
  val summary = "reads everything and lists all damage"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    Ending
      .folder(parsed.folder.value, name)
      .map: folder =>
        ProgressLine.during("verify")(progress => Verification.of(folder, Ending.settings, onProgress = progress)) match
          case Left(error)  => Ending.failed(error)
          case Right(found) =>
            if parsed.json.value then println(Ending.json(json(found))) else print(text(found))
            if found.isSound then 0
            else
              Ending.failed(
                s"$folder has ${Ending.count(found.damages.size, "damage")}; ${lost(found)}. " +
                  s"Restore a backup, or see brine journal repair $folder"
              )

  private def lost(found: Verification): String =
    if found.lost == 0 then "no record is lost"
    else s"${Ending.count(found.lost, "record")} cannot be read"

  private inline val Shown = 100

  private def text(found: Verification): String =
    val damages = found.damages.take(Shown).map(damage => s"damage: ${Ending.oneLine(damage.message)}\n").mkString
    val more    =
      if found.damages.size > Shown then s"damage: ${found.damages.size - Shown} more; --json lists all\n" else ""
    val notes = found.notes.map(note => s"note: ${Ending.oneLine(note)}\n").mkString
    val sum   =
      s"${if found.isSound then "sound" else "damaged"}: ${Ending.count(found.records, "record")} " +
        s"up to offset ${found.last.sequence}, " +
        s"in ${Ending.count(found.segments, "segment")} of ${Ending.bytes(found.bytes)}\n"
    damages + more + notes + sum

  private[journal] def json(found: Verification): ujson.Obj = ujson.Obj(
    "sound"    -> found.isSound,
    "segments" -> found.segments,
    "records"  -> ujson.Num(found.records.toDouble),
    "bytes"    -> ujson.Num(found.bytes.toDouble),
    "first"    -> ujson.Num(found.first.sequence.toDouble),
    "last"     -> ujson.Num(found.last.sequence.toDouble),
    "lost"     -> ujson.Num(found.lost.toDouble),
    "damages"  -> found.damages.map(json),
    "notes"    -> found.notes
  )

  private def json(damage: Damaged): ujson.Obj =
    val json = ujson.Obj(
      "file"     -> damage.file.toString,
      "position" -> ujson.Num(damage.position.toDouble),
      "problem"  -> damage.problem
    )
    damage.lost.foreach: lost =>
      json("lostFrom") = ujson.Num(lost.first.sequence.toDouble)
      json("lostTo") = ujson.Num(lost.last.sequence.toDouble)
    json

  @main(
    name = "brine journal verify",
    doc =
      "Reads a whole journal and checks every frame against its checksum, every entry, seals, the chain of segments, " +
        "versions and times, indexes, snapshots and the manifest. Lists each damage with its file, its position and " +
        "the records it costs. Changes nothing, and may run while the journal is written. The exit code is 1 if " +
        "there is damage."
  )
  private[journal] final case class Arguments(
      @arg(doc = "one JSON object") json: Flag = Flag(),
      @arg(name = "dir", doc = "the journal's folder") folder: Leftover[String] = Leftover()
  )

package brine.cli.journal

import mainargs.{arg, main, Flag, Leftover, ParserForClass}

/** Prints the records in order. */
private[journal] object DumpTask extends JournalTask:
  val name    = "dump"
  val summary = "prints records: all, of a stream, with a tag, from an offset or a time on"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    for
      place <- Ending.place(parsed.folder.value, name, parsed.records.log)
      time  <- parsed.records.checked
    yield RecordArguments.reading(place, parsed.records): reader =>
      var left   = parsed.records.limit.getOrElse(Long.MaxValue)
      val result = Lines.use: lines =>
        parsed.records.read(reader, time): record =>
          lines.print(RecordText.of(record, parsed.json.value, parsed.whole.value))
          left -= 1
          left > 0 && !lines.isBroken
      result.fold(Ending.failed, _ => 0)

  @main(
    name = "brine journal dump",
    doc =
      "Prints the durable records: offset, time, stream and version, value, tags and key. Values are decoded with " +
        "the schemas in the journal. With --at or --from, only the needed part is read."
  )
  private[journal] final case class Arguments(
      records: RecordArguments,
      @arg(doc = "print long values whole; by default they are cut after 1,000 characters") whole: Flag = Flag(),
      @arg(doc = "a JSON object a line") json: Flag = Flag(),
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )

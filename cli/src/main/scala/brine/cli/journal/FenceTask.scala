package brine.cli.journal

import mainargs.{arg, main, Leftover, ParserForClass}

/** Keeps programs from appending to a log. */
private[journal] object FenceTask extends JournalTask:
  val name    = "fence"
  val summary = "keeps programs from appending to a log, since another one takes its place"

  def run(arguments: List[String]): Int = options.parse(ParserForClass[Arguments], arguments): parsed =>
    Ending
      .place(parsed.folder.value, name, parsed.log)
      .map: place =>
        Roles
          .fence(place)
          .fold(
            identity,
            role =>
              println(Roles.text(role))
              0
          )

  @main(
    name = "brine journal fence",
    doc = "Keeps programs from appending to a log, since another one takes its place. A journal in files must not be " +
      "open; of a database, programs that have it open append no more from then on. It can still be read, follow " +
      "another log, and be promoted."
  )
  private[journal] final case class Arguments(
      @arg(doc = LogPlace.LogDoc) log: Option[String] = None,
      @arg(name = "dir", doc = LogPlace.DirDoc) folder: Leftover[String] = Leftover()
  )

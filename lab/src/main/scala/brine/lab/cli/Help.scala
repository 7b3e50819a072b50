package brine.lab.cli

object Help:
  val text: String =
    """usage: brine lab [STUDY...] [options]     run studies and write a report
      |       brine lab list [--json]            what can run here, and why not
      |       brine lab doctor [--json]          is this machine fit to measure
      |       brine lab compare A B [--json]     two runs, cell by cell
      |       brine lab serve [options]          study books in a browser that you open at the address it prints
      |       brine lab report RUN... [--out DIR]  make the page again, or pool several runs into one
      |
      |studies (all that exist by default): evactor, site, books, actors, log
      |
      |options
      |  --mode smoke|quick|full  seconds that only prove it works; at most 10 minutes (default); hours at the published sizes
      |  --only LIB,...           these libraries (rows or peers, as `brine lab list` names them)
      |  --out DIR                where the report goes, default lab-report
      |  --site-data DIR          sites and events in the published JSON shape instead of generated ones
      |  --data DIR               where study log writes its logs: a folder on the disk to be measured, default in the report's
      |  --resume                 go on with the run in DIR; finished cells are kept
      |  --rounds N               child JVMs per cell, instead of what fits the mode's time
      |  --jdk PATH...            measure under these JDKs (21 or newer), each a row of its own
      |  --jvm NAME,...           repeat the run under serial, parallel, g1, zgc, compact (G1 and compact object headers)
      |  --peer-jar NAME=PATH     a jar of your own for a peer, or a peer of your own
      |  --json                   print the written files as JSON on standard output
      |
      |exit codes: 0 success (a failing peer is a row in the report), 1 the run failed, 2 bad input, 130 ended by a signal
      |""".stripMargin

  def print(): Int =
    Predef.print(text)
    0

package brine.lab.cli

object Help:
  val text: String =
    """usage: brine lab [STUDY...] [options]     run studies and write a report
      |       brine lab list [--json]            what can run here, and why not
      |       brine lab doctor [--json]          is this machine fit to measure
      |       brine lab compare A B [--json]     two runs, cell by cell
      |       brine lab serve [options]          study books in a browser of yours, at the address it prints
      |       brine lab report RUN... [--out DIR]  write the page again, or pool several runs into one
      |
      |studies (all by default): evactor, site, books, actors, log
      |
      |options
      |  --mode smoke|quick|full  proves that all works; at most 10 minutes (default); hours, at the published sizes
      |  --only LIB,...           these libraries (rows or peers, as `brine lab list` names them)
      |  --out DIR                where the report goes, default lab-report
      |  --site-data DIR          sites and events in the published JSON shape instead of generated ones
      |  --data DIR               folder for the logs of study log, on the disk to be measured; default inside DIR
      |  --resume                 continue the run in DIR; finished cells are kept
      |  --rounds N               child JVMs per cell, instead of the number that fits the mode's time
      |  --jdk PATH...            measure under these JDKs (21 or newer), each a row of its own
      |  --jvm NAME,...           repeat the run under serial, parallel, g1, zgc, compact (G1, compact object headers)
      |  --peer-jar NAME=PATH     a jar of your own for a peer, or a peer of your own
      |  --json                   print the written files as JSON on standard output
      |
      |exit codes: 0 success (a failing peer is a row in the report), 1 run failed, 2 bad arguments, 130 a signal
      |""".stripMargin

  def print(): Int =
    Predef.print(text)
    0

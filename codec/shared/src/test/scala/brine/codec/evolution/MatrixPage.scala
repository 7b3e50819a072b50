package brine.codec.evolution

/** The page that lists all changes; the suite checks that it is the one in the project. */
object MatrixPage:
  val Path = "docs/evolution-matrix.md"

  def text: String = (head +: Changes.all.map(section)).mkString("", "\n", "")

  private def head: String =
    """# What may change
      |
      |Every change of a type that the codec's tests know, and whether data survive it: *new reads old*, the changed program with the data
      |of the one before, and *old reads new*, a program that has not been changed yet with data of the new one. *Some values* means
      |that a plan exists and only values of the kind that "what to do" speaks of are refused. The *verdict* is that of `Compatibility`,
      |which knows the old program by its schema only and is therefore careful: what it calls readers first may work both ways.
      |[Types that change](evolution.md) is the guide.
      |
      |This page is written by the tests: each line was tried by writing and reading values, alone, in long lists, maps, tuples, options
      |and alternatives; standalone, bare with the writer's schema, in segments of one type and of several, with a dictionary and
      |without; on the JVM and in JavaScript. `./brine sbt "codecJVM/Test/runMain brine.codec.evolution.WriteMatrixPage"` writes it anew.
      |""".stripMargin

  private def section(changes: Changes): String =
    val rows = changes.all.map { change =>
      val (forth, back) = (change.newReadsOld.verdict, change.oldReadsNew.verdict)
      s"| ${change.name} | $forth | $back | ${change.compatibility.verdict.words} | ${change.remedy} |"
    }
    s"""## ${changes.group}
       |
       || change | new reads old | old reads new | verdict | what to do |
       ||---|---|---|---|---|
       |${rows.mkString("\n|")}
       |""".stripMargin

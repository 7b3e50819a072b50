package brine.codec.evolution

import brine.codec.Compatibility

/** The page that lists all changes. The suite checks that it equals the page in `docs`. */
object MatrixPage:
  val Path = "docs/evolution-matrix.md"

  def text: String = (head +: Changes.all.map(section)).mkString("", "\n", "")

  private def head: String =
    """# The evolution matrix
      |
      |Each row is a change of a type that the codec's tests know. It says whether data survive the change.
      |[Schema evolution](evolution.md) is the guide.
      |
      |- *New reads old*: the changed program reads data of the version before.
      |- *Old reads new*: a program without the change reads data of the new version.
      |- *Some values*: a plan exists, and it refuses only the values that "what to do" describes.
      |- *Verdict*: the result of `Compatibility`. It knows the old program only by its schema and is therefore
      |  careful: a change that it calls readers first may work both ways.
      |- *Dropped*: the fields of old data that the changed program drops, and the fields of new data that a program
      |  without the change drops. The verdict lists them.
      |
      |The tests write this page. They try each row by writing and reading values: alone, in long lists, maps,
      |tuples, options and alternatives; standalone, bare with the writer's schema, in containers of one type and of
      |several; with a dictionary and without; on the JVM and in JavaScript. To write the page again, run
      |`./brine sbt "codecJVM/Test/runMain brine.codec.evolution.WriteMatrixPage"`.
      |""".stripMargin

  private def lost(change: Change): String =
    def fields(of: String, findings: Vector[Compatibility.Finding]) =
      Option.when(findings.nonEmpty)(s"$of: ${findings.map(finding => s"`${finding.path}`").distinct.mkString(", ")}")
    val verdict = change.compatibility
    val dropped = verdict.warnings.filter(_.problem.contains("is dropped"))
    (fields("old", dropped) ++ fields("new", verdict.rollback.filter(_.problem.contains("drops it")))).mkString("; ")

  private def section(changes: Changes): String =
    val rows = changes.all.map { change =>
      val (forth, back) = (change.newReadsOld.verdict, change.oldReadsNew.verdict)
      s"| ${change.name} | $forth | $back | ${change.compatibility.verdict.words} | ${lost(change)} | ${change.remedy} |"
    }
    s"""## ${changes.group}
       |
       || change | new reads old | old reads new | verdict | dropped | what to do |
       ||---|---|---|---|---|---|
       |${rows.mkString("\n|")}
       |""".stripMargin

package brine.codec.golden

import brine.codec.{Hex, ProjectFiles}

import java.nio.file.{Files, StandardOpenOption}

/** Adds the golden bytes of cases that have none yet at the end of the golden file. What is in the file stays as it is: if a case has
  * other bytes than those in the file, nothing is written and the exit code is 1.
  */
object AddGolden:
  def main(arguments: Array[String]): Unit =
    val path    = ProjectFiles.find(GoldenFile.Path)
    val file    = GoldenFile.parse(Files.readString(path))
    val changed = GoldenCases.all.filter(of => file.get(of.name).exists(_ != Hex(of.encode)))
    if changed.nonEmpty then
      changed.foreach(of =>
        Console.err.println(s"${of.name}: golden ${file.get(of.name).mkString}, now ${Hex(of.encode)}")
      )
      Console.err.println(
        s"nothing added: ${changed.size} cases have other bytes than the golden file; see golden/README.md"
      )
      sys.exit(1)
    val added = GoldenCases.all.filter(of => file.get(of.name).isEmpty).map(GoldenFile.line)
    if added.nonEmpty then Files.writeString(path, added.mkString("", "\n", "\n"), StandardOpenOption.APPEND): Unit
    println(s"${added.size} cases added to ${GoldenFile.Path}")

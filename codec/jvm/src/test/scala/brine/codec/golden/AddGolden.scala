package brine.codec.golden

import brine.codec.{Hex, ProjectFiles}

import java.nio.file.{Files, StandardOpenOption}

/** Adds what the golden files do not have yet of the cases at their ends: bytes, schemas and values. What is in a file
  * stays as it is: if a case has other bytes than those there, or another schema or value, nothing is written and the
  * exit code is 1.
  */
object AddGolden:
  private val files: List[(String, GoldenCase[?] => Option[String])] = List(
    GoldenFile.Path            -> (of => Some(Hex(of.encode))),
    GoldenDescriptions.Schemas -> GoldenDescriptions.schema,
    GoldenDescriptions.Values  -> GoldenDescriptions.value
  )

  def main(arguments: Array[String]): Unit =
    val changed = files.flatMap((path, text) => changes(path, text))
    if changed.nonEmpty then
      changed.foreach(Console.err.println)
      Console.err.println(s"nothing added: ${changed.size} lines would be others; see golden/README.md")
      sys.exit(1)
    files.foreach((path, text) => add(path, text))
    add(
      DeflateGolden.Path,
      of => Option.when(DeflateGolden.cases.contains(of))(Hex(DeflateGolden.compressed(of.encode)))
    )

  private def changes(path: String, text: GoldenCase[?] => Option[String]): List[String] =
    val file = read(path)
    for
      of  <- GoldenCases.all
      old <- file.get(of.name)
      now <- text(of)
      if old != now
    yield s"$path: ${of.name}: golden $old, now $now"

  private def add(path: String, text: GoldenCase[?] => Option[String]): Unit =
    val file  = read(path)
    val added = for
      of <- GoldenCases.all
      if file.get(of.name).isEmpty
      now <- text(of)
    yield s"${of.name} = $now".trim
    if added.nonEmpty then
      Files.writeString(ProjectFiles.find(path), added.mkString("", "\n", "\n"), StandardOpenOption.APPEND): Unit
    println(s"${added.size} lines added to $path")

  private def read(path: String): GoldenFile = GoldenFile.parse(Files.readString(ProjectFiles.find(path)))

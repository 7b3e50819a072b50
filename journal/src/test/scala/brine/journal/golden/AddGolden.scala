package brine.journal.golden

import java.nio.file.Files

/** Writes the golden journals that are not there yet. What is there stays as it is: if a case makes something else than
  * its files say, nothing is written and the exit code is 1.
  */
object AddGolden:
  def main(arguments: Array[String]): Unit =
    val made          = GoldenCases.all.map(of => of.name -> GoldenFolders.render(of.make()))
    val (known, more) = made.partition((name, _) => GoldenFolders.names.contains(name))
    val changed       = known.filter((name, files) => files != GoldenFolders.read(name)).map(_._1)
    if changed.nonEmpty then
      Console.err.println(s"nothing added: ${changed.mkString(", ")} would be different; see golden/README.md")
      sys.exit(1)
    more.foreach: (name, files) =>
      val folder = Files.createDirectories(GoldenFolders.folder.resolve(name))
      files.foreach((file, text) => Files.writeString(folder.resolve(file), text): Unit)
    println(s"${more.size} journals added to ${GoldenFolders.Location}")

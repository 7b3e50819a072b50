package brine.cli.journal

import brine.commandline.Captured
import java.io.InputStream
import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.Path

/** Commands in a process that permissions apply to, even if this one belongs to root. */
object UnprivilegedCommands:
  /** Runs commands, one after the other, in one process. Each has its exit code and what it printed.
    *
    * @param mostFileBytes
    *   how large a file may become that they write
    */
  def run(commands: Seq[Seq[String]], mostFileBytes: Option[Long] = None): Vector[Captured[Int]] =
    val java    = Path.of(System.getProperty("java.home"), "bin", "java").toString
    val options =
      Seq(
        "-XX:TieredStopAtLevel=1",
        "-XX:-UsePerfData",
        "--enable-native-access=ALL-UNNAMED",
        "-cp",
        sys.props("java.class.path")
      )
    val isRoot  = sys.props("user.name") == "root"
    val drops   = if isRoot then Seq("setpriv", "--bounding-set=-dac_override,-dac_read_search") else Nil
    val limits  = mostFileBytes.toSeq.flatMap(most => Seq("prlimit", s"--fsize=$most"))
    val process = ProcessBuilder((limits ++ drops ++ Seq(java) ++ options :+ "brine.cli.journal.UnprivilegedCommands")*)
      .redirectError(ProcessBuilder.Redirect.INHERIT)
      .start()
    process.getOutputStream.write(ujson.write(commands).getBytes(UTF_8))
    process.getOutputStream.close()
    val lines = String(process.getInputStream.readAllBytes(), UTF_8).linesIterator.toVector
    process.waitFor(): Unit
    lines.map(ujson.read(_)).map(one => Captured(one("code").num.toInt, one("out").str, one("err").str))

  def main(arguments: Array[String]): Unit =
    ujson
      .read(String(System.in.readAllBytes(), UTF_8))
      .arr
      .foreach: command =>
        val ran = Captured(JournalCommand(() => InputStream.nullInputStream).run(command.arr.map(_.str).toList))
        println(ujson.write(ujson.Obj("code" -> ran.value, "out" -> ran.out, "err" -> ran.err)))

package brine.dev

import java.nio.charset.StandardCharsets.UTF_8
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** A copy of the launcher in a checkout of a few files, on a machine that has just what a test puts there: JDKs and a
  * build tool made of scripts, and the plain Unix programs the launcher calls.
  *
  * @param root
  *   an empty folder
  */
final class LauncherFixture(val root: Path, write: (Path, String) => Path, writeScript: (Path, String) => Path):
  val checkout: Checkout = Checkout(root.resolve("checkout"))
  val jdks: Path         = root.resolve("jdks")
  val programs: Path     = root.resolve("bin")
  val source: Path       = checkout.home.resolve("codec/src/main/scala/A.scala")

  private val original = Path.of(sys.props("brine.home"))
  private val unix = List("bash", "env", "sed", "dirname", "readlink", "cat", "find", "sort", "tr", "xargs", "cksum") ++
    List("grep", "ln", "rm", "rmdir", "mkdir", "mv", "cp", "cmp", "tee", "head", "sleep", "touch", "uname")

  for path <- List("brine", ".jvmopts", "build.sbt", "project/build.properties") ++ help do
    write(checkout.home.resolve(path), Files.readString(original.resolve(path)))
  checkout.launcher.toFile.setExecutable(true)
  write(source, "class A")
  Files.createDirectories(jdks)
  Files.createDirectories(programs)
  for program <- unix do Files.createSymbolicLink(programs.resolve(program), which(program))

  private def which(program: String): Path =
    sys
      .env("PATH")
      .split(':')
      .map(Path.of(_, program))
      .find(Files.isExecutable(_))
      .getOrElse(sys.error(s"no $program here"))

  /** A JDK whose `java` says which one it is and what it was asked to run, and ends with the code in `ENDS`. */
  def jdk(version: String): Path =
    val home = jdks.resolve(s"jdk-$version")
    write(home.resolve("release"), s"JAVA_VERSION=\"$version\"\n")
    writeScript(home.resolve("bin/javac"), "#!/bin/sh\n")
    writeScript(
      home.resolve("bin/java"),
      s"#!/bin/sh\necho \"java $version:\"\nfor a; do echo \"[$$a]\"; done\nexit $${ENDS:-0}\n"
    )
    home

  /** The jar of every program. */
  val staged: Path = write(root.resolve("staged.jar"), "")

  private def help: List[String] =
    val files = Files.list(original.resolve("help"))
    try files.iterator.asScala.map(file => s"help/${file.getFileName}").toList
    finally files.close()

  /** An sbt that notes its last command and which projects of the lab it loads, and stages the parts named, after
    * `before`. Each part is built from `codec/src/main`, and from a folder of its own name.
    */
  def sbt(before: String = ""): Unit =
    writeScript(
      programs.resolve("sbt"),
      s"""#!/bin/sh
         |waiting=
         |for argument; do
         |  case $$argument in
         |    -Dbrine.lab=*) lab=$${argument#*=} ;;
         |    awaitCommands*) waiting=$${argument#awaitCommands } ;;
         |    *) last=$$argument ;;
         |  esac
         |done
         |echo "$$last" >> '$root/builds'
         |echo "$$lab" >> '$root/labs'
         |$before
         |mkdir -p target/stage
         |for part in $${last#stage }; do
         |  echo '$staged' > target/stage/$$part.classpath
         |  printf '%s\\n' codec/src/main "$$part/src/main" > target/stage/$$part.sources
         |  echo "/$$part" > target/stage/$$part.path
         |done
         |[ -n "$$waiting" ] || exit 0
         |echo brine-staged
         |until [ -e "$$waiting/commands" ]; do sleep 0.02; done
         |cat "$$waiting/commands" >> '$root/builds'
         |echo "[error] (a / test) with effort $$BRINE_EFFORT"
         |exit $${BUILD_ENDS:-0}
         |""".stripMargin
    )
    ()

  /** A program that is there and does nothing. */
  def program(name: String): Unit = writeScript(programs.resolve(name), "#!/bin/sh\n"): Unit

  /** What the build tool was asked for, one command a start. */
  def builds: List[String] = noted("builds")

  /** Which projects of the lab it loaded, for each start. */
  def labs: List[String] = noted("labs")

  private def noted(name: String): List[String] =
    val file = root.resolve(name)
    if Files.exists(file) then Files.readAllLines(file).asScala.toList else Nil

  final case class Ended(code: Int, out: String, err: String):
    /** What the staged program was given. */
    def arguments: List[String] = out.linesIterator.toList.dropWhile(!LauncherFixture.programs.contains(_)).drop(1)

  def start(launcher: Path, environment: Map[String, String], arguments: String*): () => Ended =
    val out     = Files.createTempFile(root, "out", "")
    val err     = Files.createTempFile(root, "err", "")
    val builder = ProcessBuilder((launcher.toString +: arguments)*).directory(root.toFile)
    builder.environment.clear()
    builder.environment.putAll(
      (Map("PATH" -> programs.toString, "BRINE_JDK_FOLDERS" -> jdks.toString) ++ environment).asJava
    )
    val process = builder.redirectOutput(out.toFile).redirectError(err.toFile).start()
    process.getOutputStream.close()
    () => Ended(process.waitFor, Files.readString(out, UTF_8), Files.readString(err, UTF_8))

  def run(arguments: String*): Ended = start(checkout.launcher, Map.empty, arguments*)()

  def runWith(environment: (String, String)*)(arguments: String*): Ended =
    start(checkout.launcher, environment.toMap, arguments*)()

object LauncherFixture:
  /** What the launcher starts: the classes of the programs, as the fixture's `java` prints them. */
  val programs: Set[String] = Set("[brine.cli.Main]", "[brine.dev.Main]", "[brine.lab.LabMain]")

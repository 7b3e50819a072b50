import java.io.{BufferedOutputStream, ByteArrayOutputStream, FileOutputStream}
import java.nio.charset.StandardCharsets.UTF_8
import java.util.jar.{Attributes, JarFile, JarOutputStream, Manifest}
import java.util.zip.ZipEntry

import scala.collection.JavaConverters._
import scala.collection.mutable

import sbt._
import sbt.Keys._

/** One runnable jar of the commands with all their libraries, for people who have no checkout: `java -jar
  * brine-cli.jar`. It is published beside the plain jar, with the classifier `all`. The same input gives the same
  * bytes.
  */
object CliJar {
  val cliJar = taskKey[File]("Makes one runnable jar of the commands and their libraries.")

  lazy val settings: Seq[Setting[_]] = Seq(
    cliJar := {
      val root      = (ThisBuild / baseDirectory).value
      val jars      = (Runtime / fullClasspathAsJars).value.files
      val file      = target.value / "brine-cli.jar"
      val files     = Map("META-INF/LICENSE" -> root / "LICENSE", "META-INF/NOTICE" -> root / "NOTICE")
      val start     = (Compile / mainClass).value.getOrElse(sys.error("the commands have no main class"))
      val libraries =
        update.value.configurations.filter(_.configuration.name == "runtime").flatMap(_.modules).filterNot(_.evicted)
      val licenses = libraries.map { library =>
        val names = library.licenses.map { case (name, where) => name + where.fold("")(" " + _) }
        s"${library.module.organization}:${library.module.name}:${library.module.revision}: ${names.mkString(", ")}"
      }
      write(
        file,
        manifest(start, version.value),
        jars,
        files.mapValues(IO.readBytes).toMap + ("META-INF/DEPENDENCIES" ->
          (licenses.distinct.sorted.mkString("", "\n", "\n")).getBytes(UTF_8))
      )
      file
    },
    cliJar / artifact := (Compile / packageBin / artifact).value.withClassifier(Some("all"))
  ) ++ addArtifact(cliJar / artifact, cliJar)

  private def manifest(start: String, version: String): Manifest = {
    val manifest = new Manifest
    val main     = manifest.getMainAttributes
    main.put(Attributes.Name.MANIFEST_VERSION, "1.0")
    main.put(Attributes.Name.MAIN_CLASS, start)
    main.put(Attributes.Name.IMPLEMENTATION_TITLE, "brine-cli")
    main.put(Attributes.Name.IMPLEMENTATION_VERSION, version)
    main.put(Attributes.Name.MULTI_RELEASE, "true")
    // Zstandard and terminals are native; without this, JDK 24 and newer warn of them.
    main.putValue("Enable-Native-Access", "ALL-UNNAMED")
    manifest
  }

  /** What is of no use here: signatures, which would not hold; descriptions of modules; what only compilers read. */
  private def isDropped(name: String): Boolean =
    name.endsWith("/") || name == JarFile.MANIFEST_NAME || name.matches(
      "META-INF/[^/]+\\.(SF|RSA|DSA|EC)"
    ) || name == "META-INF/INDEX.LIST" ||
      name.endsWith("module-info.class") || name.endsWith(".tasty") || name.startsWith(
        "META-INF/maven/"
      ) || name == "rootdoc.txt" ||
      name == "library.properties"

  private def isLicense(name: String): Boolean =
    name.matches("(META-INF/)?(LICENSE|NOTICE|COPYING|DEPENDENCIES)[^/]*")

  private def write(file: File, manifest: Manifest, jars: Seq[File], own: Map[String, Array[Byte]]): Unit = {
    val entries = mutable.TreeMap[String, Array[Byte]]()
    entries ++= own
    for (jar <- jars) reading(jar) { (name, bytes) =>
      if (name.startsWith("META-INF/services/")) {
        val before = entries.get(name).fold("")(new String(_, UTF_8))
        val lines  =
          (before.linesIterator ++ new String(bytes, UTF_8).linesIterator).toSeq.filter(_.trim.nonEmpty).distinct
        entries(name) = lines.mkString("", "\n", "\n").getBytes(UTF_8)
      } else {
        // Each library's license beside the others, whatever they are called.
        val place =
          if (isLicense(name)) s"META-INF/licenses/${jar.getName.stripSuffix(".jar")}/${name.stripPrefix("META-INF/")}"
          else name
        if (entries.get(place).exists(!java.util.Arrays.equals(_, bytes)))
          sys.error(s"$place is in ${jar.getName} and, with other content, in an earlier jar")
        entries(place) = bytes
      }
    }
    val unfinished = new File(file.getPath + ".part")
    val out        = new JarOutputStream(new BufferedOutputStream(new FileOutputStream(unfinished)))
    try {
      def entry(name: String, bytes: Array[Byte]): Unit = {
        val entry = new ZipEntry(name)
        entry.setTimeLocal(java.time.LocalDateTime.of(2000, 1, 1, 0, 0))
        out.putNextEntry(entry)
        out.write(bytes)
        out.closeEntry()
      }
      val first = new ByteArrayOutputStream
      manifest.write(first)
      entry(JarFile.MANIFEST_NAME, first.toByteArray)
      entries.foreach { case (name, bytes) => entry(name, bytes) }
    } finally out.close()
    IO.move(unfinished, file)
  }

  private def reading(jar: File)(use: (String, Array[Byte]) => Unit): Unit = {
    val opened = new JarFile(jar)
    try
      opened.entries.asScala.filterNot(entry => isDropped(entry.getName)).foreach { entry =>
        val in = opened.getInputStream(entry)
        try use(entry.getName, IO.readBytes(in))
        finally in.close()
      }
    finally opened.close()
  }
}

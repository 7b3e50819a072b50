package brine.docs

import java.lang.reflect.Modifier
import java.nio.file.{Files, Path}
import scala.jdk.CollectionConverters.*

/** The published modules: their class files, and their public classes. */
object PublishedModules:
  /** One class of each module, by which its class files are found. */
  val all: List[(String, Class[?])] = List(
    "codec"           -> classOf[brine.codec.Codec[?]],
    "codec-testkit"   -> classOf[brine.codec.testkit.CodecLaws[?]],
    "codec-zstd"      -> classOf[brine.codec.zstd.ZstdDictionary],
    "actor"           -> classOf[brine.actor.ActorSystem],
    "actor-testkit"   -> classOf[brine.actor.testkit.TestSystem],
    "journal"         -> classOf[brine.journal.Journal],
    "journal-testkit" -> classOf[brine.journal.testkit.FaultStorage],
    "store-jdbc"      -> classOf[brine.jdbc.JdbcEventLog],
    "entity"          -> classOf[brine.entity.Entities[?]],
    "entity-testkit"  -> classOf[brine.entity.testkit.EntityTest[?, ?, ?]],
    "pekko"           -> classOf[brine.pekko.BrineSerialization]
  )

  def folder(one: Class[?]): Path = Path.of(one.getProtectionDomain.getCodeSource.getLocation.toURI)

  /** The class files of a module, but for the code of the macro, which runs in the compiler and never in a program. */
  def files(one: Class[?]): List[Path] =
    val walk = Files.walk(folder(one))
    try
      walk.iterator.asScala
        .filter(file => file.toString.endsWith(".class") && !file.toString.contains("/codec/derive/"))
        .toList
    finally walk.close()

  /** The public classes of all modules outside of the packages `internal`, without those of objects. */
  def classes: List[Class[?]] =
    for
      (_, one) <- all
      file     <- files(one)
      name = folder(one).relativize(file).toString.stripSuffix(".class").replace('/', '.')
      if !name.contains(".internal.") && !name.endsWith("$") && !name.contains("$package") && !name.contains("$$")
      found = Class.forName(name, false, one.getClassLoader)
      if Modifier.isPublic(found.getModifiers) && !found.isAnonymousClass
    yield found

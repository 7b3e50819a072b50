package brine.build

import brine.packages.PackageCircles
import com.tngtech.archunit.core.domain.{Dependency, JavaClass, JavaClasses}
import java.nio.file.{Files, Path}
import munit.FunSuite
import scala.jdk.CollectionConverters.*

/** The packages of all published modules, by their class files: none form a circle, modules use only those below them
  * and the libraries they name, and nobody uses the internals of another module.
  */
class PackagesSuite extends FunSuite:
  import PackagesSuite.*

  // It reads all class files; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  /** The folders of class files of each published project, as the build lists them. */
  private lazy val folders: Map[String, List[Path]] =
    scala.io.Source
      .fromResource("brine/build/published-classes.txt")
      .getLines()
      .map(_.split('\t'))
      .toList
      .groupMap(_(0))(line => Path.of(line(1)))

  // Read once for all tests; a folder that is missing has no classes, such as those of resources.
  private lazy val classes: JavaClasses = PackageCircles.read(folders.values.flatten.filter(Files.isDirectory(_)))

  private lazy val byModule: Map[Module, List[JavaClass]] =
    classes.asScala.toList.groupBy(of => moduleOf(of.getPackageName).getOrElse(fail(s"${of.getName} is in no module")))

  /** What the classes of a module refer to outside of it, also as elements of arrays. */
  private def outside(module: Module): List[Dependency] =
    byModule(module)
      .flatMap(_.getDirectDependenciesFromSelf.asScala)
      .filterNot(used => moduleOf(target(used).getPackageName).contains(module))
      .filterNot(target(_).isPrimitive)

  private def target(used: Dependency): JavaClass = used.getTargetClass.getBaseComponentType

  test("every published module is here"):
    assertEquals(folders.keySet, modules.map(_.project).toSet)
    modules.foreach(module => assert(byModule.get(module).exists(_.nonEmpty), s"no classes of ${module.project}"))

  modules.foreach: module =>
    test(s"packages of ${module.project} form no circle"):
      val own = classes.that(In(module))
      assertEquals(PackageCircles.of(own, module.face.toSet, module.known), Nil)
      module.known.foreach: edge =>
        assert(
          PackageCircles.of(own, module.face.toSet, module.known - edge).nonEmpty,
          s"no circle needs $edge any more"
        )

    test(s"${module.project} uses the modules below it, and the libraries it names, alone"):
      val others = outside(module).filterNot: used =>
        val name = target(used).getPackageName
        moduleOf(name).exists(module.uses.contains) || (standard ++ module.libraries).exists(isWithin(name, _))
      assertEquals(others.map(_.getDescription), Nil)
      val unused = module.libraries.filterNot(library =>
        outside(module).exists(used => isWithin(target(used).getPackageName, library))
      )
      assertEquals(unused, Set.empty)

  // Scala 3.3 takes a package for an object where an inline method names an object that another package keeps to
  // itself: it compiles, and fails when it runs.
  test("what modules refer to in each other is there"):
    val missing = modules
      .flatMap(byModule)
      .flatMap(_.getDirectDependenciesFromSelf.asScala)
      .filter(used => moduleOf(target(used).getPackageName).nonEmpty && !classes.contain(target(used).getName))
    assertEquals(missing.map(_.getDescription), Nil)

  test("no module uses the internals of another"):
    val used = modules
      .flatMap(outside)
      .filter: used =>
        val (from, to) = (used.getOriginClass, target(used))
        to.getPackageName.split('.').contains("internal") && !derived(topLevel(from)) &&
        moduleOf(to.getPackageName).exists(owner => !isWithin(from.getPackageName, owner.root))
    val (known, others) = used.partition(used => shared(topLevel(target(used))))
    assertEquals(others.map(_.getDescription), Nil)
    assertEquals(known.map(used => topLevel(target(used))).toSet, shared)

  // Derived codecs are in the classes of their users, and call what the macro tells them to.
  private lazy val derived: Set[String] =
    classes.asScala.filter(_.isAssignableTo("brine.codec.internal.codecs.Derived")).map(topLevel).toSet

  test("a circle is found, also one that closes by a type parameter alone"):
    val List(circle) = PackageCircles.of(fixture("circle")): @unchecked
    List("a", "b", "c").foreach(name => assert(circle.contains(s"brine.build.fixtures.circle.$name"), circle))

  test("a circle that is known is left out"):
    val (first, second, third) =
      ("brine.build.fixtures.circle.a", "brine.build.fixtures.circle.b", "brine.build.fixtures.circle.c")
    assertEquals(PackageCircles.of(fixture("circle"), known = Set(second -> third)), Nil)
    assertEquals(PackageCircles.of(fixture("circle"), known = Set(second -> first)).size, 1)

  test("a public face and its inside are no circle"):
    assertEquals(PackageCircles.of(fixture("straight")), Nil)

  private def fixture(name: String): JavaClasses =
    val own = Path.of(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    PackageCircles.read(List(own.resolve(s"brine/build/fixtures/$name")))

object PackagesSuite:
  /** A published module: the build's name for it, its package, the modules it may use, and packages of libraries.
    *
    * @param face
    *   a package that is left out of circles: the public one, if what implements it is not below an `internal` of its
    *   own
    * @param known
    *   what a package uses of another one though this makes a circle
    */
  private final case class Module(
      project: String,
      root: String,
      uses: List[Module] = Nil,
      libraries: Set[String] = Set.empty,
      face: Option[String] = None,
      known: Set[(String, String)] = Set.empty
  )

  private val codec        = Module("codecJVM", "brine.codec")
  private val codecTestkit =
    Module("codecTestkitJVM", "brine.codec.testkit", List(codec), Set("munit", "com.sun.management"))
  private val codecZstd    = Module("codecZstd", "brine.codec.zstd", List(codec), Set("com.github.luben.zstd"))
  private val actor        = Module("actor", "brine.actor", libraries = Set("jdk.jfr", "javax.management"))
  private val actorTestkit = Module("actorTestkit", "brine.actor.testkit", List(actor))
  private val journal      = Module(
    "journal",
    "brine.journal",
    List(codec),
    Set("jdk.jfr"),
    face = Some("brine.journal")
  )
  private val journalTestkit = Module("journalTestkit", "brine.journal.testkit", List(journal, codec), Set("munit"))
  private val storeJdbc      = Module("storeJdbc", "brine.jdbc", List(journal, codec), Set("javax.sql", "jdk.jfr"))
  private val entity         =
    Module("entity", "brine.entity", List(actor, journal, codec), Set("javax.crypto", "jdk.jfr"))
  private val entityTestkit =
    Module("entityTestkit", "brine.entity.testkit", List(entity, actorTestkit, journalTestkit, actor, journal, codec))
  private val pekko = Module(
    "pekko",
    "brine.pekko",
    List(entity, storeJdbc, actor, journal, codec),
    Set("org.apache.pekko", "com.typesafe.config", "javax.sql"),
    face = Some("brine.pekko")
  )
  private val commandLine = Module("commandLine", "brine.commandline", libraries = Set("mainargs"))
  private val cli         = Module(
    "cli",
    "brine.cli",
    List(commandLine, codec, codecZstd, journal, storeJdbc),
    Set("mainargs", "ujson", "upickle.core", "me.tongfei.progressbar", "javax.sql") ++
      Set("org.sqlite", "org.postgresql", "org.mariadb.jdbc")
  )
  private val modules =
    List(codec, codecTestkit, codecZstd, actor, actorTestkit, journal, journalTestkit) ++
      List(storeJdbc, entity, entityTestkit, pekko, commandLine, cli)

  private val standard = Set("java", "scala")

  /** What modules share though it is internal: `private[brine]`, and no user sees it. */
  private val shared = Set(
    "brine.codec.internal.concurrent.Once",
    "brine.codec.internal.messages.OutputDrain",
    "brine.codec.inspect.internal.Escaped",
    "brine.actor.internal.support.Described",
    "brine.actor.internal.support.Nanos",
    "brine.actor.internal.support.StackProbe",
    "brine.entity.internal.EntityNode",
    "brine.jdbc.internal.opening.LogName"
  )

  private def isWithin(name: String, root: String): Boolean = name == root || name.startsWith(s"$root.")

  /** The module of a package: the one with the longest root. */
  private def moduleOf(name: String): Option[Module] =
    modules.filter(module => isWithin(name, module.root)).maxByOption(_.root.length)

  private def topLevel(of: JavaClass): String = of.getName.takeWhile(_ != '$')

  private final class In(module: Module)
      extends com.tngtech.archunit.base.DescribedPredicate[JavaClass](s"in ${module.root}"):
    def test(of: JavaClass): Boolean = moduleOf(of.getPackageName).contains(module)

package brine.lab

import brine.packages.PackageCircles
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** The packages of the lab form no circle. */
final class PackagesSuite extends munit.FunSuite:
  private lazy val classes =
    PackageCircles.read(List(Path.of(LabMain.getClass.getProtectionDomain.getCodeSource.getLocation.toURI)))

  test("all packages are looked at"):
    val packages = classes.asScala.map(_.getPackageName).toSet
    assert(packages.size > 12, packages)
    assert(packages.contains("brine.lab.studies.site"), packages)

  test("packages of the lab form no circle"):
    assertEquals(PackageCircles.of(classes), Nil)

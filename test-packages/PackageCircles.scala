package brine.packages

import com.tngtech.archunit.ArchConfiguration
import com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage
import com.tngtech.archunit.core.domain.{JavaClass, JavaClasses}
import com.tngtech.archunit.core.importer.ClassFileImporter
import com.tngtech.archunit.library.dependencies.{SliceAssignment, SliceIdentifier, SlicesRuleDefinition}
import java.nio.file.Path
import scala.jdk.CollectionConverters.*

/** Circles of packages in class files, found by ArchUnit. The build compiles this file into the tests of the published
  * modules and of the lab.
  */
object PackageCircles:
  /** Reads the class files below some folders, and no other class. */
  def read(folders: Iterable[Path]): JavaClasses =
    // The class path of the tests would add what these modules only mention, at several times the cost.
    ArchConfiguration.get.setResolveMissingDependenciesFromClassPath(false)
    ClassFileImporter().importPaths(folders.toSeq.asJava)

  /** Every circle of packages, with the dependencies that make it.
    *
    * A package and the internals right below it may use each other: that is what makes them a public face and its
    * inside. Anything else that comes back to where it began is a circle.
    *
    * @param faces
    *   packages that are left out
    * @param known
    *   packages and those that they may use, though this makes a circle
    */
  def of(
      classes: JavaClasses,
      faces: Set[String] = Set.empty,
      known: Set[(String, String)] = Set.empty
  ): List[String] =
    val packages = classes.asScala.map(_.getPackageName).toSet
    val inside   = packages
      .filter(name => packages.exists(_.startsWith(s"$name.internal")))
      .flatMap(face => List(face -> s"$face.internal..", s"$face.internal.." -> face))
    val rule = SlicesRuleDefinition.slices().assignedFrom(Packages(faces)).should().beFreeOfCycles()
    (inside ++ known)
      .foldLeft(rule) { case (rule, (from, to)) => rule.ignoreDependency(resideInAPackage(from), resideInAPackage(to)) }
      .evaluate(classes)
      .getFailureReport
      .getDetails
      .asScala
      .toList

  private final class Packages(faces: Set[String]) extends SliceAssignment:
    def getIdentifierOf(of: JavaClass): SliceIdentifier =
      if faces(of.getPackageName) then SliceIdentifier.ignore() else SliceIdentifier.of(of.getPackageName)

    def getDescription: String = "packages"

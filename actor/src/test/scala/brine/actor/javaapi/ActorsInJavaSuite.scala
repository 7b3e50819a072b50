package brine.actor.javaapi

import java.lang.reflect.{InvocationTargetException, Modifier}

/** Runs the checks that are written in Java: every public method of these classes is a test. */
class ActorsInJavaSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  for checks <- List(classOf[ActorsInJava], classOf[ContextsInJava], classOf[SettingsInJava]) do
    val methods = checks.getDeclaredMethods.toList
      .filter(method => Modifier.isPublic(method.getModifiers) && !method.isSynthetic && method.getParameterCount == 0)
      .sortBy(_.getName)

    test(s"${checks.getSimpleName} has checks")(assert(clue(methods.map(_.getName)).sizeIs > 3))

    for check <- methods do
      test(check.getName):
        try check.invoke(checks.getDeclaredConstructor().newInstance()): Unit
        catch case error: InvocationTargetException => throw error.getCause

package brine.journal.javaapi

import java.lang.reflect.{InvocationTargetException, Modifier}

/** Runs the checks that are written in Java: every public method of `JournalInJava` is a test. */
class JournalInJavaSuite extends munit.FunSuite:
  // Finds what hangs; a machine that is busy is no failure.
  override val munitTimeout: scala.concurrent.duration.Duration = scala.concurrent.duration.Duration(5, "min")

  private val checks =
    classOf[JournalInJava].getDeclaredMethods.toList
      .filter(method => Modifier.isPublic(method.getModifiers) && !method.isSynthetic && method.getParameterCount == 0)
      .sortBy(_.getName)

  test("there are checks")(assert(clue(checks.map(_.getName)).sizeIs > 5))

  for check <- checks do
    test(check.getName):
      try check.invoke(new JournalInJava): Unit
      catch case error: InvocationTargetException => throw error.getCause

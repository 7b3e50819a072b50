package brine.codec.javaapi

import java.lang.reflect.{InvocationTargetException, Modifier}

/** Runs the checks that are written in Java: every public method of `JavaCodecInJava` is a test. */
class JavaCodecSuite extends munit.FunSuite:
  private val checks =
    classOf[JavaCodecInJava].getDeclaredMethods.toList
      .filter(method => Modifier.isPublic(method.getModifiers) && !method.isSynthetic && method.getParameterCount == 0)
      .sortBy(_.getName)

  test("there are checks")(assert(clue(checks.map(_.getName)).sizeIs > 5))

  for check <- checks do
    test(check.getName):
      try check.invoke(new JavaCodecInJava): Unit
      catch case error: InvocationTargetException => throw error.getCause

package brine.codec

/** Other people's tools look at our classes by reflection, as JMH does at those a benchmark extends: all types in them
  * must exist.
  */
class ReflectionSuite extends munit.FunSuite:
  private val classes =
    List(classOf[Codec[?]], Codec.getClass, classOf[In], classOf[Out], classOf[internal.codecs.Derived[?]])

  for of <- classes do
    test(s"the methods of ${of.getName} can be listed"):
      assert(of.getDeclaredMethods.nonEmpty)

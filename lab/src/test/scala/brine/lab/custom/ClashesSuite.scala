package brine.lab.custom

import brine.lab.sample.JsonReader

final class ClashesSuite extends munit.FunSuite:
  test("a clash is only found where a merge would leave a path without a type"):
    def objects(text: String) =
      val shape = Shape(Room())
      JsonReader.all(text).foreach(shape.add)
      shape.objects.get
    def clash(a: String, b: String) = Clashes().between(objects(a), objects(b))
    assert(clash("""{"a":1}""", """{"a":"x"}"""))
    assert(clash("""{"a":[{"b":true}]}""", """{"a":[{"b":[]}]}"""))
    assert(!clash("""{"a":1,"b":null}""", """{"a":null,"b":"x","c":[]}"""))
    assert(!clash("""{"type":"p","a":1}""", """{"type":"q","a":"x"}"""))
    val one = objects("""{"a":1}""")
    assert(!Clashes().between(one, one))

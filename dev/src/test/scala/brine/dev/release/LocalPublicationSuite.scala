package brine.dev.release

import munit.FunSuite

class LocalPublicationSuite extends FunSuite:
  private val lines = List(
    "place\tIvy\t/home/ada/.ivy2/local",
    "place\tMaven\t/home/ada/.m2/repository",
    "artifact\tio.github.brine\tbrine-journal\t1.0\tjvm",
    "artifact\tio.github.brine\tbrine-codec\t1.0\tjvm",
    "artifact\tio.github.brine\tbrine-codec\t1.0\tjs"
  )

  test("says where everything is, and which lines depend on it"):
    val expected =
      """|installed in:
         |  Ivy    /home/ada/.ivy2/local
         |  Maven  /home/ada/.m2/repository
         |
         |sbt:
         |  libraryDependencies += "io.github.brine" %% "brine-codec" % "1.0"
         |  libraryDependencies += "io.github.brine" %% "brine-journal" % "1.0"
         |
         |sbt, in JavaScript:
         |  libraryDependencies += "io.github.brine" %%% "brine-codec" % "1.0"
         |
         |scala-cli:
         |  //> using dep io.github.brine::brine-journal:1.0
         |
         |Maven:
         |  <dependency><groupId>io.github.brine</groupId><artifactId>brine-journal_3</artifactId><version>1.0</version></dependency>""".stripMargin
    assertNoDiff(LocalPublication.parse(lines).text, expected)

  test("nothing is said of what there is not"):
    assertEquals(LocalPublication.parse(lines.take(1)).text, "installed in:\n  Ivy    /home/ada/.ivy2/local")

package brine.pekko.persistence.internal

import com.typesafe.config.{Config, ConfigFactory}
import java.io.File
import java.lang.reflect.InvocationTargetException
import java.net.URLClassLoader

class LogOpeningSuite extends munit.FunSuite:
  private def open(config: String) = LogOpening.open("a.log", ConfigFactory.parseString(config), creates = true)

  test("a section that names no log, or two, says what to do"):
    for config <- Vector("", "a.log {}", "a.log { folder = \"\", jdbc.url = \"\" }") do
      assert(clue(intercept[IllegalArgumentException](open(config)).getMessage).contains("set a.log.folder or"))
    val both = "a.log { folder = x, jdbc.url = \"jdbc:sqlite:y\" }"
    assert(clue(intercept[IllegalArgumentException](open(both)).getMessage).contains("unset one"))

  test("settings of a database that are wrong are named"):
    val prefix = "a.log.jdbc { url = \"jdbc:sqlite:x\", prefix = \"A-\" }"
    assert(clue(intercept[IllegalArgumentException](open(prefix)).getMessage).contains("prefix is 'A-'"))

  test("a database without a driver is an error, and a password is not in it"):
    val config = "a.log.jdbc { url = \"jdbc:nothing:x\", password = secret }"
    val error  = intercept[Exception](open(config))
    assert(clue(error.getMessage).contains("driver"))
    assert(!error.getMessage.contains("secret"))

  test("without the module for databases, the message names it"):
    // The same classes but those of that module.
    val entries = System.getProperty("java.class.path").split(File.pathSeparator).filterNot(_.contains("store-jdbc"))
    val urls    = entries.map(entry => File(entry).toURI.toURL)
    val loader  = URLClassLoader(urls, ClassLoader.getPlatformClassLoader)
    try
      val opening = loader.loadClass("brine.pekko.persistence.internal.LogOpening$").getField("MODULE$").get(null)
      val parser  = loader.loadClass(classOf[ConfigFactory].getName).getMethod("parseString", classOf[String])
      val config  = parser.invoke(null, "a.log.jdbc.url = \"jdbc:sqlite:x\"")
      val method  =
        opening.getClass.getMethod("open", classOf[String], loader.loadClass(classOf[Config].getName), classOf[Boolean])
      val error = intercept[InvocationTargetException](method.invoke(opening, "a.log", config, true)).getCause
      assert(clue(error.getMessage).contains("brine-store-jdbc"))
    finally loader.close()

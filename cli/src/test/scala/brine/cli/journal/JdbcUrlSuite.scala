package brine.cli.journal

import java.nio.file.Path

class JdbcUrlSuite extends munit.FunSuite:
  private def url(text: String, password: Option[String] = None) = JdbcUrl(text, None, password)

  test("kind, parameters and file"):
    assertEquals(url("jdbc:PostgreSQL://h/db").kind, "postgresql")
    assert(url("jdbc:mariadb://h/db?User=a&x=1").has("user"))
    assert(!url("jdbc:mariadb://h/db?User=a").has("password"))
    assertEquals(url("jdbc:sqlite:a/b.db?cache=shared").file, Some(Path.of("a/b.db")))
    assertEquals(url("jdbc:sqlite:file:b.db").file, Some(Path.of("b.db")))
    for none <- List("jdbc:sqlite::memory:", "jdbc:sqlite:", "jdbc:postgresql://h/db") do
      assertEquals(url(none).file, None, none)

  test("what is shown and what messages say has no secret"):
    val secrets = List("s3cr:t", "p@ss/word", "two words")
    for
      secret <- secrets
      coded = java.net.URLEncoder.encode(secret, "UTF-8")
      text <- List(
        s"jdbc:postgresql://h/db?user=ada&password=$coded",
        s"jdbc:postgresql://h/db?sslpassword=$coded&user=ada",
        s"jdbc:mariadb://h:3306/db?password=$coded"
      )
    do
      val one = url(text)
      for said <- List(one.shown, one.masked(s"no route to $text"), one.masked(s"'$secret' or $coded is wrong")) do
        for form <- List(secret, coded) do assert(!said.contains(form), said)
      assert(one.masked(s"no route to $text").contains("h"), text)
    val byEnvironment = url("jdbc:postgresql://h/db", Some("s3cret"))
    assertEquals(byEnvironment.masked("password s3cret refused"), "password *** refused")

  test("a password before the host is not shown either"):
    for text <- List("jdbc:postgresql://ada:s3cret@h/db", "jdbc:mariadb://ada:s3/cr@et@h/db") do
      val one = url(text)
      for said <- List(one.shown, one.masked(s"no route to $text")) do
        for part <- List("s3cret", "s3/cr@et") do assert(!said.contains(part), said)

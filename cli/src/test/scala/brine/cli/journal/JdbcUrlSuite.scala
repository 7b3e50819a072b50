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

  test("parameters that SQLite's driver does not know are refused by name, without their values"):
    val known = org.sqlite.JDBC().getPropertyInfo("jdbc:sqlite:x", java.util.Properties()).map(_.name).toVector
    for one <- known :+ "JOURNAL_MODE" do
      assertEquals(url(s"jdbc:sqlite:x.db?$one=1&&busy_timeout=5").problem, None, one)
    val random = scala.util.Random(3)
    for _ <- 1 to 300 do
      val one     = known(random.nextInt(known.size))
      val at      = random.nextInt(one.length)
      val changed = one.patch(at, random.alphanumeric.take(random.nextInt(2)).mkString, 1)
      if changed.nonEmpty && !known.contains(changed.toLowerCase) then
        for text <- List(
            s"?$changed=hunter2",
            s"?busy_timeout=5&$changed=hunter2",
            s"?$changed",
            s"?a?$changed=hunter2"
          )
        do
          url(s"jdbc:sqlite:x.db$text").problem match
            case Some(said) => assert(said.contains(changed) && !said.contains("hunter2"), said)
            case None       => fail(text)
    assertEquals(url("jdbc:sqlite:file:x.db?mode=ro&cache=shared&immutable=1&busy_timeout=5").problem, None)
    assert(url("jdbc:sqlite:file:x.db?moed=ro").problem.isDefined)
    assert(url("jdbc:sqlite:x.db?mode=ro").problem.isDefined)
    assert(url("jdbc:sqlite:x.db;key=hunter2").problem.exists(!_.contains("hunter2")))
    assert(clue(url("jdbc:sqlite:x.db?journal_mod=WAL").problem).exists(_.contains("Did you mean journal_mode")))

  test("what is no port is refused before a driver prints it"):
    for port <- List("0", "65536", "99999", "99999999999999999999") do
      for host <- List("localhost", "[::1]") do
        assert(url(s"jdbc:postgresql://$host:$port/x").problem.exists(_.contains(s"$port is no port")), s"$host:$port")
      assert(url(s"jdbc:mariadb://ann@h:$port").problem.isDefined, port)
    for good <- List("//h:1/x", "//h:65535", "//h/x", "shop", "//[::1]/x", "//h:5432,i:5433/x") do
      assertEquals(url(s"jdbc:postgresql:$good").problem, None, good)

  test("a secret of a few characters is not masked within words, and never as one of its own"):
    for secret <- List("x", "e", "fix", "table") do
      val one = url(s"jdbc:postgresql://h/d?user=ann&password=$secret")
      assertEquals(one.masked("the prefix of the tables"), "the prefix of the tables")
      for said <- List(s"refused '$secret'", secret, s"password=$secret;", s"$secret: no") do
        assert(!s" ${one.masked(said)} ".matches(s".*[^a-z]$secret[^a-z].*"), one.masked(said))
    assertEquals(url("jdbc:postgresql://h/d?password=hunter2").masked("xhunter2x"), "x***x")
    // As the host, of which a driver may say that it does not exist.
    for text <- List("jdbc:postgresql://ada:s3cret@h/db", "jdbc:postgresql://ada:s3:cr@et@h:5432/db") do
      val before = text.drop("jdbc:postgresql://".length).takeWhile(_ != '/')
      val said   = url(text).masked(s"UnknownHostException: $before")
      for part <- List("s3cret", "cr@et") do assert(!said.contains(part), said)

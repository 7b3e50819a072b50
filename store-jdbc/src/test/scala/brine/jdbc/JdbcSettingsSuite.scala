package brine.jdbc

import brine.jdbc.internal.opening.LogName
import java.time.Duration

class JdbcSettingsSuite extends munit.FunSuite:
  test("a value out of range is refused with its name, itself and the range"):
    val none  = Duration.ZERO
    val wrong = Vector[(String, () => JdbcSettings)](
      "prefix is 'Shop_'"         -> (() => JdbcSettings(prefix = "Shop_")),
      "prefix is ''"              -> (() => JdbcSettings(prefix = "")),
      "prefix is 'a; drop'"       -> (() => JdbcSettings(prefix = "a; drop")),
      "maxAppendBytes is 0"       -> (() => JdbcSettings(maxAppendBytes = 0)),
      "maxPendingAppends is -1"   -> (() => JdbcSettings(maxPendingAppends = -1)),
      "maxPendingBytes is 0"      -> (() => JdbcSettings(maxPendingBytes = 0)),
      "connections is 1"          -> (() => JdbcSettings(connections = 1)),
      "pollEvery is PT0S"         -> (() => JdbcSettings(pollEvery = none)),
      "retryFor is PT-1S"         -> (() => JdbcSettings(retryFor = Duration.ofSeconds(-1))),
      "retryFor is PT48H"         -> (() => JdbcSettings(retryFor = Duration.ofDays(2))),
      "connectTimeout is PT0S"    -> (() => JdbcSettings(connectTimeout = none)),
      "connectTimeout is PT48H"   -> (() => JdbcSettings(connectTimeout = Duration.ofDays(2))),
      "networkTimeout is PT0.000" -> (() => JdbcSettings(networkTimeout = Duration.ofNanos(1)))
    )
    for (begin, make) <- wrong do
      val message = intercept[IllegalArgumentException](make()).getMessage
      assert(message.contains(begin) && message.contains("must be"), message)
    assertEquals(JdbcSettings(retryFor = none).retryFor, none)

  test("the name of a log has no user, no password and no parameters"):
    val urls = Vector(
      "jdbc:postgresql://db:5432/shop?user=ann&password=secret" -> "jdbc:postgresql://db:5432/shop, tables x_*",
      "jdbc:mariadb://ann:secret@db/shop"                       -> "jdbc:mariadb://db/shop, tables x_*",
      "jdbc:mariadb://ann:se/c@ret@db/shop"                     -> "jdbc:mariadb://db/shop, tables x_*",
      "jdbc:sqlite:/data/a@b.db?cipher=secret"                  -> "jdbc:sqlite:/data/a@b.db, tables x_*",
      "jdbc:mysql://db/shop;password=secret"                    -> "jdbc:mysql://db/shop, tables x_*"
    )
    for (url, name) <- urls do assertEquals(LogName.of(url, "x_"), name)
    assertEquals(LogName.of(null, "x_"), "jdbc, tables x_*")

  test("the name of a log has no part of a password, whatever characters that has"):
    val special = Vector("?", ";", "@", "/", ":", "&", "=", ",", "#", "?x=", ";x=1", "12?x=", "/?x=")
    for
      kind       <- Vector("mysql", "mariadb:sequential", "postgresql")
      one        <- special
      other      <- special
      host       <- Vector("db", "db:3306", "db1:1,db2")
      parameters <- Vector("", "?user=ann", "?a=b@c", ";a=b")
    do
      val name = LogName.of(s"jdbc:$kind://ann:SEC${one}RET${other}END@$host/shop$parameters", "x_")
      assert(Vector("SEC", "RET", "END", "ann").forall(!name.contains(_)), name)

  test("the name of a log has its host where a parameter has an @"):
    for (url, shown) <- Vector(
        "jdbc:postgresql://db:5432/shop?user=a@b" -> "jdbc:postgresql://db:5432/shop",
        "jdbc:mysql://db,db2:1/shop;user=a@b"     -> "jdbc:mysql://db,db2:1/shop"
      )
    do assertEquals(LogName.url(url), shown)

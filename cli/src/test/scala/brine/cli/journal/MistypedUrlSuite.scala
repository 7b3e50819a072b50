package brine.cli.journal

class MistypedUrlSuite extends munit.FunSuite:
  test("what looks like the URL of a database is none, and the message says the one that was meant"):
    for (name, meant) <- List(
        "postgresql://localhost/shop?user=ann&password=hunter2"    -> "jdbc:postgresql://localhost/shop?",
        "postgres://ann:hunter2@host:5432/shop"                    -> "jdbc:postgresql://host:5432/shop?",
        "postgres://ann:p/hunter2@x@host/shop;password=hunter2"    -> "jdbc:postgresql://host/shop?",
        "mysql://host/shop?password=hunter2"                       -> "jdbc:mariadb://host/shop?",
        "mariadb:host"                                             -> "jdbc:mariadb:host?",
        "sqlite:foo.db"                                            -> "jdbc:sqlite:foo.db?",
        "sqlite3:foo.db?key=hunter2"                               -> "jdbc:sqlite:foo.db?",
        "JDBC:sqlite:foo.db"                                       -> "jdbc:sqlite:foo.db?",
        "Jdbc:postgresql://ann:hunter2@host/shop?password=hunter2" -> "jdbc:postgresql://host/shop?"
      )
    do
      MistypedUrl.problem(name) match
        case Some(said) =>
          assert(said.contains(s"did you mean $meant"), said)
          assert(!said.contains("hunter2"), said)
        case None => fail(name)
      for case_ <- List(name.takeWhile(_ != ':').toUpperCase + name.dropWhile(_ != ':')) do
        assert(MistypedUrl.problem(case_).isDefined, case_)
    for name <- List("https://ann:hunter2@host/x", "oracle://host", "s3://bucket", "file:///tmp/x", "file:/tmp/x") do
      MistypedUrl.problem(name) match
        case Some(said) => assert(!said.contains("hunter2"), said)
        case None       => fail(name)

  test("folders and files, with drives or colons, are none, and neither is what begins with jdbc:"):
    for name <- List("shop", "/a/b", "C:\\shop", "c:/shop", "c://shop", "./sqlite:foo", "a b:c", "2026:11", "x:", "")
        ++ List("jdbc:sqlite:foo.db", "jdbc:postgresql://host/shop", "a:b", "shop:2", "über:x", "/x/postgresql://h")
    do assertEquals(MistypedUrl.problem(name), None, name)

package brine.examples.site.cluster

class NodeAddressSuite extends munit.FunSuite:
  test("a host and a port"):
    assertEquals(NodeAddress.parse("--seed", "10.0.0.7:7355"), Right(NodeAddress("10.0.0.7", 7355)))
    assertEquals(NodeAddress.parse("--seed", "node-1.example:1"), Right(NodeAddress("node-1.example", 1)))
    val six = NodeAddress.parse("--seed", "[::1]:65535")
    assertEquals(six.map(_.toString), Right("[::1]:65535"))
    assertEquals(six.map(_.host), Right("::1"))

  test("anything else says what is wrong"):
    for text <- List("", "host", ":7355", "host:", "host:0", "host:65536", "host:x", "a b:1", "\"x\":1", "h:1:") do
      assertEquals(
        NodeAddress.parse("--seed", text),
        Left(s"--seed is '$text': it must be HOST:PORT, such as 10.0.0.7:7355"),
        text
      )

  test("a list"):
    val two = Vector(NodeAddress("a", 1), NodeAddress("b", 2))
    assertEquals(NodeAddress.parseAll("--seed", "a:1, b:2"), Right(two))
    assert(NodeAddress.parseAll("--seed", "a:1,,b:2").isLeft)
    assert(NodeAddress.parseAll("--seed", "a:1,b:2,").isLeft)

package brine.codec.internal.framing

import brine.codec.Limits

final class SequenceAccountSuite extends munit.FunSuite:
  private def payload(messages: Int, bytes: Int, joined: Long = 0L) =
    SequencePayload(new Array[Byte](bytes), 0, messages, joined)

  private def taken(account: SequenceAccount, payload: SequencePayload, stored: Int): Int =
    Iterator.continually(account.take(payload, stored)).take(100000).takeWhile(identity).size

  test("messages of a bit or more are never too many"):
    assertEquals(taken(SequenceAccount(Limits.defaults), payload(8000, 1000), 1000), 100000)

  test("messages without a bit are, unless other blocks come between"):
    val account = SequenceAccount(Limits.defaults)
    val empty   = payload(4096, 40)
    val first   = taken(account, empty, 40)
    assert(first > 40 && first < 100, s"$first")
    account.add(1000)
    val second = taken(account, empty, 40)
    assert(second > 0 && second < 5, s"$second")

  test("so are elements of nested sequences without a bit, and messages that a compressor has made small"):
    assert(taken(SequenceAccount(Limits.defaults), payload(100, 100, joined = 100000L), 100) < 100)
    assert(taken(SequenceAccount(Limits.defaults), payload(65536, 8192), 40) < 100)
    assertEquals(taken(SequenceAccount(Limits.defaults), payload(65536, 8192), 8192), 100000)

  test("where a reader allows nothing beyond the bytes, no block is to demand it"):
    val account = SequenceAccount(Limits(allocationBase = 0))
    assert(!account.take(payload(4096, 40), 40))
    assert(account.take(payload(320, 40), 40))

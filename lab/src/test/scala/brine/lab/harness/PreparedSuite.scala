package brine.lab.harness

import brine.lab.peer.{Format, Input, Library, Peer, Rebuild}
import java.util.{List as JList, Optional, Set as JSet}

final class PreparedSuite extends munit.FunSuite:
  /** Two numbers, of which the sum is made; `off` is what is added to it. */
  private final class Sum(off: Int, doubling: Boolean = false) extends Rebuild:
    def values: Array[Object]                          = Array(Int.box(3), Int.box(4))
    def encode(value: Object): Array[Byte]             = Array(value.toString.toByte)
    def decode(bytes: Array[Byte], index: Int): Object = Int.box(if doubling then bytes(0) * 2 else bytes(0))
    def result: Object                                 = Int.box(7)
    def rebuild(encoded: Array[Array[Byte]]): Object   = Int.box(encoded.map(_(0).toInt).sum + off)

  private final class SumPeer(format: Format) extends Peer:
    def libraries: JList[Library] = JList.of(Library("sum", "1", JSet.of(), "for this test"))
    def open(library: String, study: String, name: String, input: Input): Format = format

  private def outcome(format: Format): Outcome =
    Prepared.open(SumPeer(format), "sum", "site", "rebuild-1k", Input(Optional.empty())).outcome

  test("what the values make together is compared with the original, after the values"):
    assertEquals(outcome(Sum(0)), Outcome.OK)
    val wrong = outcome(Sum(1))
    assertEquals(wrong.status, "wrong")
    assert(wrong.note.contains("what they make together differs"), wrong.note)
    assert(outcome(Sum(1, doubling = true)).note.startsWith("2 of 2 values read back differ"))

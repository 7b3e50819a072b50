package brine.journal.testkit.contract

import brine.codec.Codec

/** What the contract appends. */
private[testkit] enum ContractEvent:
  case Text(text: String)
  case Number(number: Long)
  case Pair(left: String, right: Option[Int])

private[testkit] object ContractEvent:
  // Not by a `derives` clause, which makes a lazy val.
  implicit val codec: Codec[ContractEvent] = Codec.derived

package brine.journal.testkit

import brine.journal.EventLog
import brine.journal.testkit.contract.*

/** What every event log must do, as tests: extend it to prove a store of your own. Needs munit.
  *
  * {{{
  * class MyLogSuite extends EventLogContract:
  *   def open(): EventLog = MyLog(connect())
  * }}}
  *
  * Each rule is a test with a log of its own. Rules are proven by examples, by races of several threads, and by random
  * programs whose every result is compared with a list of events. Override [[openAgain]] if the store keeps its events,
  * so that they are also looked for after closing, and [[effort]] to search longer.
  */
abstract class EventLogContract
    extends munit.FunSuite,
      AppendContract,
      BatchContract,
      DeletionContract,
      ConditionContract,
      ReadContract,
      OffsetContract,
      TypeContract,
      QueryContract,
      SubscriptionContract,
      ListenerContract,
      SnapshotContract,
      StateContract,
      ClosingContract,
      InterruptContract,
      RaceContract,
      HostileContract,
      StoredContract,
      CompositionContract:
  private[testkit] def otherLog(): EventLog = MemoryEventLog()

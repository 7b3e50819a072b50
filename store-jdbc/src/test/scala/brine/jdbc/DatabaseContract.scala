package brine.jdbc

import brine.effort.Effort
import brine.journal.EventLog
import brine.journal.testkit.EventLogContract
import brine.journal.testkit.contract.ContractEffort

/** The contract of every log, for one database. Each rule has tables of its own. */
abstract class DatabaseContract(make: () => TestDatabase) extends EventLogContract:
  private lazy val started = TestDatabase.start(make)
  private def database     =
    assume(started.isDefined, "there is no server of this database for this system")
    started.get

  private var settings = JdbcSettings()

  def open(): EventLog =
    settings = database.fresh()
    JdbcEventLog.open(database.source, settings)

  override def openAgain(): Option[EventLog] = Some(JdbcEventLog.open(database.source, settings))

  override def effort: ContractEffort = ContractEffort(programs = Effort.sqlPrograms, rounds = Effort.sqlRounds)

  override def afterAll(): Unit = started.foreach(_.close())

/** On SQLite. */
class SqliteContractSuite extends DatabaseContract(() => TestDatabase.Sqlite())

/** On PostgreSQL. */
class PostgresqlContractSuite extends DatabaseContract(() => TestDatabase.Postgresql())

/** On MariaDB. */
class MariadbContractSuite extends DatabaseContract(() => TestDatabase.Mariadb())

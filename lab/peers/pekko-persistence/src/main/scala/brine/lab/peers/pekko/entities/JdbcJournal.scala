package brine.lab.peers.pekko.entities

import java.nio.charset.StandardCharsets.UTF_8
import java.sql.Connection

import com.typesafe.config.{Config, ConfigFactory}
import org.apache.pekko.persistence.jdbc.journal.dao.DefaultJournalDao

/** The JDBC journal of an actor system. */
private object JdbcJournal {

  /** The table of the events. */
  val table = "event_journal"

  /** The journal's own way to write events. */
  val dao: String = classOf[DefaultJournalDao].getName

  /** Settings of a journal.
    *
    * @param profile
    *   Slick's profile of the database
    * @param driver
    *   class of the driver
    * @param dao
    *   class that writes and reads events
    */
  def settings(profile: String, driver: String, url: String, dao: String): Config =
    ConfigFactory.parseString(s"""
      pekko.persistence.journal.plugin = jdbc-journal
      jdbc-journal {
        dao = "$dao"
        # More than sites that write at the same time: a write that finds the buffer full fails.
        bufferSize = 16384
        replayBatchSize = 2000
        # Filling a store and reading a million events may take longer than the defaults.
        recovery-event-timeout = 120s
        circuit-breaker.call-timeout = 120s
        slick {
          profile = "slick.jdbc.$profile$$"
          db {
            url = "$url"
            driver = "$driver"
            queueSize = 32768
          }
        }
      }""")

  /** Creates the journal's tables in an empty database, by the script in its jar.
    *
    * @param script
    *   folder and name of the script
    */
  def createTables(connection: Connection, script: String): Unit = {
    val in  = classOf[DefaultJournalDao].getResourceAsStream("/schema/" + script)
    val all =
      try new String(in.readAllBytes, UTF_8)
      finally in.close()
    val statement = connection.createStatement()
    try all.split(';').filterNot(_.isBlank).foreach(sql => { val _ = statement.executeUpdate(sql) })
    finally statement.close()
  }
}

package brine.lab.peers.pekko.entities

import scala.concurrent.{ExecutionContext, Future}

import org.apache.pekko.persistence.jdbc.config.JournalConfig
import org.apache.pekko.persistence.jdbc.journal.dao.DefaultJournalDao
import org.apache.pekko.persistence.jdbc.journal.dao.JournalTables.JournalPekkoSerializationRow
import org.apache.pekko.serialization.Serialization
import org.apache.pekko.stream.Materializer
import slick.jdbc.JdbcBackend.Database
import slick.jdbc.JdbcProfile

/** Writes events as the journal does, then makes them durable. H2 never calls fsync for a commit by itself: its manual
  * names `CHECKPOINT SYNC` for that.
  */
final class SyncedJournalDao(
    db: Database,
    profile: JdbcProfile,
    settings: JournalConfig,
    serialization: Serialization
)(implicit ec: ExecutionContext, mat: Materializer)
    extends DefaultJournalDao(db, profile, settings, serialization) {
  import profile.api._

  override def writeJournalRows(rows: Seq[(JournalPekkoSerializationRow, Set[String])]): Future[Unit] =
    super.writeJournalRows(rows).flatMap(_ => db.run(sqlu"CHECKPOINT SYNC")).map(_ => ())
}

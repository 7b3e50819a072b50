package brine.lab.peers.axon

import java.nio.file.Path
import scala.collection.mutable

import org.axonframework.eventsourcing.eventstore.jdbc.{EventSchema, PostgresEventTableFactory}

import brine.lab.peer.{EntityStore, LogStore, RunningEntities}
import brine.lab.postgresql.PostgresqlServer

/** Sites in a server that is started for them, with a table for each name. */
private final class AxonSites(folder: Path, kept: Path) extends EntityStore:
  private val server = PostgresqlServer(folder, kept)
  private val tables = mutable.Set.empty[String]

  private def table(name: String)     = s"domain_events_$name"
  private def snapshots(name: String) = s"snapshot_events_$name"

  def entities(name: String, level: LogStore.Level): RunningEntities =
    val schema = EventSchema.builder().eventTable(table(name)).snapshotTable(snapshots(name)).build()
    if tables.add(name) then create(schema)
    AxonRuntime(
      level,
      server.url(PostgresqlServer.DATABASE, level == LogStore.Level.DISK),
      schema,
      () => server.bytes(PostgresqlServer.DATABASE, table(name))
    )

  /** Axon looks for a snapshot whenever it loads an aggregate: it needs a table of snapshots, which stays empty. */
  private def create(schema: EventSchema): Unit =
    val connection = server.connect(PostgresqlServer.DATABASE, true)
    val tables     = PostgresEventTableFactory.INSTANCE
    try
      for create <- List(tables.createDomainEventTable, tables.createSnapshotEventTable) do
        val statement = create(connection, schema)
        try statement.executeUpdate(): Unit
        finally statement.close()
    finally connection.close()

  def drop(name: String): Unit =
    server.execute(PostgresqlServer.DATABASE, s"DROP TABLE IF EXISTS ${table(name)}, ${snapshots(name)}")
    tables.remove(name): Unit

  def close(): Unit = server.close()

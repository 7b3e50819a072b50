package brine.lab.peers.axon

import java.util.concurrent.{CompletableFuture, Executors}
import java.util.function.BiConsumer

import com.fasterxml.jackson.databind.{DeserializationFeature, SerializationFeature}
import com.fasterxml.jackson.dataformat.cbor.databind.CBORMapper
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule
import com.fasterxml.jackson.module.scala.DefaultScalaModule
import com.zaxxer.hikari.{HikariConfig, HikariDataSource}
import org.axonframework.commandhandling.{AsynchronousCommandBus, CommandCallback, GenericCommandMessage}
import org.axonframework.common.jdbc.{DataSourceConnectionProvider, UnitOfWorkAwareConnectionProviderWrapper}
import org.axonframework.common.transaction.NoTransactionManager
import org.axonframework.config.{AggregateConfigurer, Configuration, DefaultConfigurer}
import org.axonframework.eventsourcing.eventstore.EmbeddedEventStore
import org.axonframework.eventsourcing.eventstore.jdbc.{EventSchema, JdbcEventStorageEngine}
import org.axonframework.serialization.json.JacksonSerializer

import brine.lab.entities.{Gathering, SiteJson}
import brine.lab.model.entity.{SiteReply, SiteRequest}
import brine.lab.peer.{EntityReply, EntityRequest, LogStore, RunningEntities}

/** Sites as aggregates of one Axon configuration, which ends with them. Safe from any thread.
  *
  * @param level
  *   what replies wait for. The database's address says the same
  * @param url
  *   address of the database
  * @param schema
  *   names of the tables
  * @param measured
  *   bytes on disk that the events take
  */
private final class AxonRuntime(level: LogStore.Level, url: String, schema: EventSchema, measured: () => Long)
    extends RunningEntities:
  private val connections = AxonRuntime.pool(url)
  private val axon        = configure()
  axon.start()

  // Only to fill a store: what is measured is how the library handles one command after the other.
  private val gathering = Gathering((id, requests, ended) => dispatch(ExecuteAll(id, requests), ended))

  override def isAsynchronous: Boolean = true

  override def send(id: String, request: EntityRequest, ended: BiConsumer[EntityReply, Throwable]): Unit =
    val own = request.asInstanceOf[SiteRequest]
    if level == LogStore.Level.DISK then dispatch[SiteReply](Execute(id, own), ended)
    else gathering.send(id, own, ended)

  def execute(id: String, request: EntityRequest): EntityReply =
    val replied = CompletableFuture[EntityReply]
    send(
      id,
      request,
      (reply, failure) =>
        if failure == null then replied.complete(reply): Unit else replied.completeExceptionally(failure): Unit
    )
    replied.get

  def state(id: String): Object = axon.commandGateway.sendAndWait[Object](Look(id))

  def bytes: Long = measured()

  def close(): Unit =
    axon.shutdown()
    connections.close()

  private def dispatch[R](command: SiteCommandMessage, ended: BiConsumer[? >: R, Throwable]): Unit =
    val callback: CommandCallback[SiteCommandMessage, R] = (_, result) =>
      if result.isExceptional then ended.accept(null.asInstanceOf[R], result.exceptionResult)
      else ended.accept(result.getPayload, null)
    axon.commandBus.dispatch(GenericCommandMessage[SiteCommandMessage](command), callback)

  private def configure(): Configuration =
    val serializer = AxonRuntime.serializer()
    val cache      = KeptAggregates()
    val engine     = JdbcEventStorageEngine
      .builder()
      .connectionProvider(UnitOfWorkAwareConnectionProviderWrapper(DataSourceConnectionProvider(connections)))
      .transactionManager(NoTransactionManager.INSTANCE)
      .schema(schema)
      .eventSerializer(serializer)
      .snapshotSerializer(serializer)
      .batchSize(1000)
      .build()
    DefaultConfigurer
      .defaultConfiguration(false)
      .configureSerializer(_ => serializer)
      .configureEventSerializer(_ => serializer)
      .configureCorrelationDataProviders(_ => java.util.List.of())
      .configureEventStore(_ => EmbeddedEventStore.builder().storageEngine(engine).build())
      .configureCommandBus(_ => AsynchronousCommandBus.builder().executor(AxonRuntime.threads()).build())
      .configureAggregate(
        AggregateConfigurer.defaultConfiguration(classOf[SiteAggregate]).configureCache(_ => cache)
      )
      .registerCommandHandler(configuration => SiteCommands(configuration.repository(classOf[SiteAggregate])))
      .buildConfiguration()

private object AxonRuntime:
  /** Commands that are handled at a time, each with a connection. */
  private val workers = 32

  private def threads() = Executors.newFixedThreadPool(workers)

  private def pool(url: String): HikariDataSource =
    val config = HikariConfig()
    config.setJdbcUrl(url)
    config.setAutoCommit(false) // Axon commits with the command
    config.setMaximumPoolSize(workers)
    HikariDataSource(config)

  private def serializer(): JacksonSerializer =
    val mapper = CBORMapper
      .builder()
      .addModules(DefaultScalaModule, JavaTimeModule(), SiteJson())
      .disable(SerializationFeature.WRITE_DATE_TIMESTAMPS_AS_NANOSECONDS)
      .disable(DeserializationFeature.READ_DATE_TIMESTAMPS_AS_NANOSECONDS)
      .build()
    JacksonSerializer.builder().objectMapper(mapper).build()

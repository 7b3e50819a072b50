package brine.examples.site.http

import brine.examples.site.model.{SiteChange, Sites}
import brine.examples.site.service.SiteService
import brine.journal.{Offset, Query, Record}
import io.helidon.http.HeaderNames
import io.helidon.http.sse.SseEvent
import io.helidon.webserver.http.{Handler, ServerRequest, ServerResponse}
import io.helidon.webserver.sse.SseSink
import java.util.concurrent.TimeUnit.{MILLISECONDS, NANOSECONDS}
import java.util.concurrent.atomic.AtomicBoolean
import java.util.concurrent.{ArrayBlockingQueue, ConcurrentHashMap, Semaphore}

/** Streams of events as they become durable (server-sent events). A client that comes again says which event it had
  * last, and gets those after it: the id of an event is its offset in the log.
  *
  * A stream keeps up to [[EventStreams.Waiting]] events for its client. A client that reads none of them for a while is
  * dropped: it can come again.
  */
private[http] final class EventStreams(service: SiteService, settings: HttpSettings, connections: Connections)
    extends Handler,
      AutoCloseable:
  import EventStreams.*

  private val permits          = Semaphore(settings.maxStreams)
  private val streams          = ConcurrentHashMap.newKeySet[OpenStream]()
  @volatile private var isOver = false

  /** Number of open streams. */
  def count: Int = streams.size

  def handle(request: ServerRequest, response: ServerResponse): Unit =
    val query = Requests
      .text(request, "site")
      .fold(Query.category(Sites.name)): id =>
        Query.stream(Sites.stream(Requests.uuid(id).toString))
    val after = Offset(lastSeen(request))
    if Requests.isHead(request) then response.header(HeaderNames.CONTENT_TYPE, "text/event-stream").send()
    else open(request, response, query, after)

  private def open(request: ServerRequest, response: ServerResponse, query: Query, after: Offset): Unit =
    if !permits.tryAcquire() && !acquireOfGone() then
      throw Problem(
        503,
        "too-many-streams",
        s"there are ${settings.maxStreams} streams: close one first",
        "Retry-After" -> "5"
      )
    try
      connections.unbind(request.remotePeer.address)
      stream(response, query, after)
    finally permits.release()

  // The server notices that a client is gone when it writes to it: it is told at the first time, and fails at the next.
  // Without events, that is at a heartbeat, and a page that is loaded again and again would have to wait for it.
  private def acquireOfGone(): Boolean =
    (1 to 2).exists: _ =>
      streams.forEach(_.sayThere())
      permits.tryAcquire(ToNotice, MILLISECONDS)

  // The header is that of a client that comes again; the parameter, of one that knows a state already.
  private def lastSeen(request: ServerRequest): Long =
    val now = service.log.durable.sequence
    Requests.header(request, "Last-Event-ID") match
      case None       => Requests.number(request, "after", now, now)
      case Some(text) =>
        text.toLongOption
          .filter(offset => offset >= 0 && offset <= now)
          .getOrElse(throw Problem.badRequest("Last-Event-ID is not the id of an event of this service"))

  private def stream(response: ServerResponse, query: Query, after: Offset): Unit =
    val stream = OpenStream(Thread.currentThread)
    // Its own thread waits if this one cannot write as fast, so no event is left out.
    val subscription = service.log.subscribeAfter[SiteChange](after, query): record =>
      if !stream.events.offer(Some(record), settings.patience.toNanos, NANOSECONDS) then stream.drop()
    try
      val sink = response.sink(SseSink.TYPE)
      try write(sink, stream, after, () => subscription.isEnded)
      finally
        try sink.close()
        catch case _: RuntimeException => ()
    finally
      subscription.close()
      stream.events.clear() // or the subscription would wait for room

  private def write(sink: SseSink, stream: OpenStream, after: Offset, hasEnded: () => Boolean): Unit =
    streams.add(stream): Unit
    try
      // Proxies and clients see at once that it works, and clients know where they are before the first event.
      sink.emit(SseEvent.builder.id(after.sequence.toString).comment("events follow").build): Unit
      while !isOver && !stream.isDropped && !hasEnded() do
        val next = Option(stream.events.poll(settings.heartbeat.toMillis, MILLISECONDS)).flatten
        sink.emit(next.fold(heartbeat)(eventOf)): Unit
    catch
      case _: java.io.UncheckedIOException | _: InterruptedException => () // the client is gone, or was dropped
      case _: RuntimeException if stream.isDropped || isOver         => ()
    finally
      streams.remove(stream): Unit
      stream.end()

  /** Ends all streams. */
  def close(): Unit =
    isOver = true
    streams.forEach(_.drop())

private object EventStreams:
  /** Number of events that wait for a client. */
  private val Waiting = 256

  /** Milliseconds for a client's machine to say that the client is gone. */
  private val ToNotice = 150L

  private final class OpenStream(writer: Thread):
    /** None says that the stream is there. */
    val events          = ArrayBlockingQueue[Option[Record[SiteChange]]](Waiting)
    private val dropped = AtomicBoolean()
    private var isOver  = false

    def isDropped: Boolean = dropped.get

    /** Lets it write, also if there is no event. One with events that wait does so anyway. */
    def sayThere(): Unit = events.offer(None): Unit

    /** Ends it, also while it writes: an interrupted virtual thread does not wait for a socket. */
    def drop(): Unit =
      if !dropped.getAndSet(true) then synchronized(if !isOver then writer.interrupt())

    /** From here on, the thread does something else. */
    def end(): Unit = synchronized:
      isOver = true
      Thread.interrupted(): Unit

  private def heartbeat = SseEvent.builder.comment("still here").build

  private def eventOf(record: Record[SiteChange]) =
    SseEvent.builder
      .id(record.offset.sequence.toString)
      .name("site-event")
      .data(JsonText(ApiJson.event(record)): Object)
      .build

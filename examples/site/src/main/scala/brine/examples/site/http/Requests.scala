package brine.examples.site.http

import io.helidon.common.buffers.DataReader
import io.helidon.http.{HeaderNames, Method, RequestException, Status}
import io.helidon.webserver.CloseConnectionException
import io.helidon.webserver.http.{Handler, ServerRequest, ServerResponse}
import java.io.{IOException, UncheckedIOException}
import java.nio.ByteBuffer
import java.nio.charset.CharacterCodingException
import java.nio.charset.StandardCharsets.UTF_8
import java.util.UUID
import scala.util.Try

/** How handlers read requests and answer them. What is wrong with a request is a [[Problem]]. */
private[http] object Requests:
  /** A handler that answers with JSON. */
  def json(answer: ServerRequest => (Int, ujson.Value)): Handler = (request, response) =>
    val (status, body) = answer(request)
    send(request, response, status, body)

  /** A handler that answers with JSON and status 200. */
  def ok(answer: ServerRequest => ujson.Value): Handler = json(request => (200, answer(request)))

  def send(request: ServerRequest, response: ServerResponse, status: Int, body: ujson.Value): Unit =
    response.status(Status.create(status)).header(HeaderNames.CONTENT_TYPE, "application/json"): Unit
    send(request, response, JsonText(body).getBytes(UTF_8))

  /** Sends a body, or only its length to who asks for the headers alone. */
  def send(request: ServerRequest, response: ServerResponse, bytes: Array[Byte]): Unit =
    if isHead(request) then response.header(HeaderNames.CONTENT_LENGTH, bytes.length.toString).send()
    else response.send(bytes)

  def isHead(request: ServerRequest): Boolean = request.prologue.method == Method.HEAD

  /** Whether the request changes nothing. */
  def isRead(request: ServerRequest): Boolean = isHead(request) || request.prologue.method == Method.GET

  /** The body as text.
    *
    * @param most
    *   bytes that it may have
    */
  def body(request: ServerRequest, most: Int): String =
    val isJson = request.headers.first(HeaderNames.CONTENT_TYPE).orElse("").takeWhile(_ != ';').trim
    if !isJson.equalsIgnoreCase("application/json") then
      throw Problem(415, "wrong-type", "the body must be of type application/json")
    // Not what a header says of its length: it may say nothing.
    val bytes =
      try request.content.inputStream.readNBytes(most + 1)
      catch
        // A size of a chunk that is no number, and such.
        case gone: (UncheckedIOException | IOException | DataReader.InsufficientDataAvailableException) =>
          throw CloseConnectionException("the client does not send the body", gone)
        case _: RequestException | _: IllegalArgumentException | _: IndexOutOfBoundsException => throw brokenBody
    if bytes.length > most then throw Problem(413, "too-large", s"the body has more than $most bytes")
    try UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)).toString
    catch case _: CharacterCodingException => throw Problem.badRequest("the body is not text in UTF-8")

  private def brokenBody = Problem.badRequest("the body cannot be read: its chunks are not well-formed")

  /** Ends the connection if the body of a request was not read to its end, because what is left of it would be taken
    * for the next request, or if the client wants that. The web server does neither. Call it after the answer.
    *
    * First it reads some more, because a client that is still sending may not see an answer before it has sent all.
    */
  def finish(request: ServerRequest): Unit =
    if hasRest(request) then
      val waits = request.headers.contains(HeaderNames.EXPECT) // for a word to send the body, which does not come
      if !waits then
        try request.content.inputStream.skipNBytes(MostDrained)
        catch case _: RuntimeException | _: IOException => ()
      throw CloseConnectionException("the body was not read to its end")
    if header(request, "Connection").exists(_.split(',').exists(_.trim.equalsIgnoreCase("close"))) then
      throw CloseConnectionException("the client wants no more")

  /** Whether a part of the body was not read. */
  def hasRest(request: ServerRequest): Boolean = request.content.hasEntity && !request.content.consumed

  private val MostDrained = 1L << 20

  /** A part of the path. */
  def uuid(request: ServerRequest, name: String): UUID = uuid(request.path.pathParameters.get(name))

  def uuid(text: String): UUID =
    Try(UUID.fromString(text)).toOption
      .filter(_.toString.equalsIgnoreCase(text))
      .getOrElse(throw Problem.badRequest(s"'${text.take(60)}' is not a UUID"))

  /** A header of the request. */
  def header(request: ServerRequest, name: String): Option[String] =
    val first = request.headers.first(HeaderNames.create(name))
    Option.when(first.isPresent)(first.get)

  /** A parameter of the query. */
  def text(request: ServerRequest, name: String): Option[String] =
    val all = if request.query.contains(name) then request.query.all(name) else java.util.List.of[String]
    if all.size > 1 then throw Problem.badRequest(s"$name is there ${all.size} times: it must be there once")
    Option.unless(all.isEmpty)(all.getFirst)

  /** A parameter of the query that is a number. */
  def number(request: ServerRequest, name: String, default: => Long, most: Long = Long.MaxValue): Long =
    text(request, name).fold(default): text =>
      Option
        .when(text.forall(char => char >= '0' && char <= '9'))(text) // other scripts have digits, too
        .flatMap(_.toLongOption)
        .filter(_ <= most)
        .getOrElse(throw Problem.badRequest(s"$name is '${text.take(60)}': it must be a number from 0 to $most"))

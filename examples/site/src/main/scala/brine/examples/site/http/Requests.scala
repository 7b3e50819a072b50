package brine.examples.site.http

import io.helidon.http.{HeaderNames, Status}
import io.helidon.webserver.http.{Handler, ServerRequest, ServerResponse}
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
    send(response, status, body)

  /** A handler that answers with JSON and status 200. */
  def ok(answer: ServerRequest => ujson.Value): Handler = json(request => (200, answer(request)))

  def send(response: ServerResponse, status: Int, body: ujson.Value): Unit =
    response
      .status(Status.create(status))
      .header(HeaderNames.CONTENT_TYPE, "application/json")
      .send(ujson.writeToByteArray(body))

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
    val bytes = request.content.inputStream.readNBytes(most + 1)
    if bytes.length > most then
      throw Problem(413, "too-large", s"the body has more than $most bytes", "Connection" -> "close")
    try UTF_8.newDecoder.decode(ByteBuffer.wrap(bytes)).toString
    catch case _: CharacterCodingException => throw Problem.badRequest("the body is not text in UTF-8")

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
    val first = request.query.first(name)
    Option.when(first.isPresent)(first.get)

  /** A parameter of the query that is a number. */
  def number(request: ServerRequest, name: String, default: => Long, most: Long = Long.MaxValue): Long =
    text(request, name).fold(default): text =>
      text.toLongOption
        .filter(number => number >= 0 && number <= most)
        .getOrElse(throw Problem.badRequest(s"$name is '${text.take(60)}': it must be a number from 0 to $most"))

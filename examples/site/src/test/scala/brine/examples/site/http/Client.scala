package brine.examples.site.http

import java.net.URI
import java.net.http.HttpRequest.BodyPublishers
import java.net.http.HttpResponse.BodyHandlers
import java.net.http.{HttpClient, HttpRequest, HttpResponse}
import java.util.UUID

/** A client of a service under test. */
final class Client(val port: Int, token: String = Client.Token):
  private val http = HttpClient.newBuilder.version(HttpClient.Version.HTTP_1_1).build()

  def request(path: String): HttpRequest.Builder =
    HttpRequest.newBuilder(URI(s"http://127.0.0.1:$port$path")).header("Authorization", s"Bearer $token")

  def send(request: HttpRequest.Builder): Client.Answer =
    Client.Answer(http.send(request.build(), BodyHandlers.ofString))

  def get(path: String): Client.Answer = send(request(path))

  def post(path: String, body: String, headers: (String, String)*): Client.Answer =
    val made = request(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body))
    headers.foreach(made.header(_, _))
    send(made)

  /** Sends commands to a site. */
  def change(id: UUID, basedOn: Long, commands: String*): Client.Answer =
    post(s"/api/sites/$id/commands", s"""{"commands":[${commands.mkString(",")}],"basedOn":$basedOn}""")

  /** Creates a site.
    *
    * @return
    *   its id
    */
  def create(name: String): UUID =
    val id = UUID.randomUUID
    change(id, 0, Client.create(name)).require(200): Unit
    id

  /** Opens a stream of events. */
  def stream(path: String, headers: (String, String)*): EventReader =
    val made = request(path)
    headers.foreach(made.header(_, _))
    val response = http.send(made.build(), BodyHandlers.ofInputStream)
    assert(response.statusCode == 200, response.statusCode)
    EventReader(response.body)

object Client:
  val Token = "token-of-the-tests"

  def create(name: String): String =
    s"""{"type":"CreateSite","ownerId":"${UUID(1, 1)}","siteType":"Html5","name":${ujson.write(
        name
      )},"description":"d"}"""

  final case class Answer(response: HttpResponse[String]):
    def status: Int                          = response.statusCode
    def body: ujson.Value                    = ujson.read(response.body)
    def header(name: String): Option[String] = Option(response.headers.firstValue(name).orElse(null))

    def require(status: Int): Answer =
      if this.status != status then throw AssertionError(s"status ${this.status} and not $status: ${response.body}")
      this

package brine.examples.site.http

import io.helidon.http.{HeaderName, HeaderNames}
import io.helidon.webserver.http.{Filter, FilterChain, RoutingRequest, RoutingResponse}
import java.net.URI
import java.nio.charset.StandardCharsets.UTF_8
import java.security.MessageDigest
import java.util.Locale
import scala.util.Try

/** Looks at every request before anything else does: is it meant for this service, may its sender ask, and not too
  * often? It also adds the headers that keep a browser from doing what the page does not need.
  *
  * The token is in a header and not in a cookie: a browser sends cookies with requests of other pages, but no page of
  * another origin can add this header. So there is no need for further protection from forged requests.
  */
private[http] final class Guard(settings: HttpSettings, connections: Connections) extends Filter:
  private val token   = digest(settings.token)
  private val allowed = RateLimit(settings.rate, settings.burst)

  /** Of those without the right token: so guessing one would take forever. */
  private val strangers = RateLimit(10, 50)

  def filter(chain: FilterChain, request: RoutingRequest, response: RoutingResponse): Unit =
    val peer = request.remotePeer.address
    connections.begin(peer)
    // Also after the answer to a failure: it is sent by then, or is being sent.
    try check(chain, request, response)
    finally connections.finish(peer)

  private def check(chain: FilterChain, request: RoutingRequest, response: RoutingResponse): Unit =
    Guard.headers.foreach((name, value) => response.header(name, value))
    checkAddress(request)
    if request.path.path.startsWith("/api/") then
      response.header(HeaderNames.CACHE_CONTROL, "no-store")
      checkToken(request)
      connections.hold(request.remotePeer.address)
    chain.proceed()
    Requests.finish(request)

  /** A page of another origin may reach a service on loopback by a name of its own that it lets point there (DNS
    * rebinding). Then host and origin have that name.
    */
  private def checkAddress(request: RoutingRequest): Unit =
    val host = header(request, HeaderNames.HOST).map(_.toLowerCase(Locale.ROOT))
    if !host.exists(isOwn(_, request.localPeer.port)) then
      throw Problem(421, "wrong-host", "this service does not go by that name: use the address that it has printed")
    for origin <- header(request, HeaderNames.ORIGIN) do
      val from = Try(URI(origin)).toOption.filter(_.getScheme == "http").map(_.getAuthority)
      if !from.exists(authority => host.contains(authority.toLowerCase(Locale.ROOT))) then
        throw Problem(403, "wrong-origin", "pages of another origin cannot use this service")

  /** @param port
    *   that of the connection: the first requests may come before the server knows its own
    */
  private def isOwn(host: String, port: Int): Boolean =
    Guard.loopback(settings.host).exists(name => host == s"$name:$port" || (port == 80 && host == name))

  private def checkToken(request: RoutingRequest): Unit =
    val sent = header(request, HeaderNames.AUTHORIZATION).collect { case s"Bearer $word" => digest(word.trim) }
    // Compares all bytes, also where the first one differs: the time says nothing about the token.
    if sent.exists(MessageDigest.isEqual(_, token)) then limit(allowed)
    else
      limit(strangers)
      throw Problem(
        401,
        "no-token",
        "send the token of this service as `Authorization: Bearer TOKEN`",
        "WWW-Authenticate" -> "Bearer"
      )

  private def limit(rate: RateLimit): Unit =
    val seconds = rate.take()
    if seconds > 0 then throw Problem(429, "too-many-requests", s"wait $seconds s", "Retry-After" -> seconds.toString)

  private def header(request: RoutingRequest, name: HeaderName): Option[String] =
    val first = request.headers.first(name)
    if first.isPresent then Some(first.get) else None

  private def digest(text: String): Array[Byte] = MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8))

private[http] object Guard:
  private val headers = List(
    "Content-Security-Policy" ->
      ("default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; " +
        "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"),
    "X-Content-Type-Options"       -> "nosniff",
    "Referrer-Policy"              -> "no-referrer",
    "Cross-Origin-Opener-Policy"   -> "same-origin",
    "Cross-Origin-Resource-Policy" -> "same-origin"
  )

  /** The names by which a service on this address is reached. */
  private def loopback(host: String): Set[String] =
    val lower = host.toLowerCase(Locale.ROOT)
    val own   = if lower.contains(':') && !lower.startsWith("[") then s"[$lower]" else lower
    if Set("127.0.0.1", "localhost", "[::1]")(own) then Set("127.0.0.1", "localhost", "[::1]") else Set(own)

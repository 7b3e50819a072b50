package brine.examples.site.http

import java.time.Duration

/** How the service is reached, and its bounds.
  *
  * @param host
  *   address to listen on; loopback unless somebody says otherwise
  * @param port
  *   0 for a free one
  * @param token
  *   what a client has to know
  * @param rate
  *   requests a second, on average
  * @param burst
  *   requests at once
  * @param maxBody
  *   bytes of a body
  * @param maxStreams
  *   event streams at a time
  * @param maxConnections
  *   connections at a time; beyond it, one without a request that has the token is closed
  * @param headTimeout
  *   from a new connection to the end of the head of its first request
  * @param bodyTimeout
  *   for the whole body of a request
  * @param answerTimeout
  *   for a request that is no stream, with its answer
  * @param idleTimeout
  *   from an answer to the end of the head of the next request
  * @param heartbeat
  *   how often a stream without events says that it is there
  * @param patience
  *   how long a stream waits for a client that does not read before it drops it
  */
final case class HttpSettings(
    host: String = "127.0.0.1",
    port: Int = 8080,
    token: String,
    rate: Int = 200,
    burst: Int = 400,
    maxBody: Int = 64 << 10,
    maxStreams: Int = 32,
    maxConnections: Int = 512,
    headTimeout: Duration = Duration.ofSeconds(5),
    bodyTimeout: Duration = Duration.ofSeconds(10),
    answerTimeout: Duration = Duration.ofSeconds(60),
    idleTimeout: Duration = Duration.ofSeconds(60),
    heartbeat: Duration = Duration.ofSeconds(15),
    patience: Duration = Duration.ofSeconds(10)
)

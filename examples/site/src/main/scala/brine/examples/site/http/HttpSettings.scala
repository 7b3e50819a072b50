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
    heartbeat: Duration = Duration.ofSeconds(15),
    patience: Duration = Duration.ofSeconds(10)
)

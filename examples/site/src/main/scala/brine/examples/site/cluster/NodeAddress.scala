package brine.examples.site.cluster

/** Where the other nodes of a cluster reach a node.
  *
  * @param host
  *   a name or an address, without the brackets of IPv6
  */
final case class NodeAddress(host: String, port: Int):
  override def toString: String = if host.contains(':') then s"[$host]:$port" else s"$host:$port"

object NodeAddress:
  /** Reads `HOST:PORT`, or says what is wrong. */
  def parse(flag: String, text: String): Either[String, NodeAddress] =
    val at   = text.lastIndexOf(':')
    val host = text.take(at).stripPrefix("[").stripSuffix("]")
    text.drop(at + 1).toIntOption match
      case Some(port) if at > 0 && port >= 1 && port <= 65535 && host.matches("[A-Za-z0-9.:_-]+") =>
        Right(NodeAddress(host, port))
      case _ => Left(s"$flag is '$text': it must be HOST:PORT, such as 10.0.0.7:7355")

  /** Reads a list with commas between. */
  def parseAll(flag: String, text: String): Either[String, Vector[NodeAddress]] =
    text
      .split(",", -1)
      .foldLeft[Either[String, Vector[NodeAddress]]](Right(Vector.empty)): (all, one) =>
        all.flatMap(found => parse(flag, one.trim).map(found :+ _))

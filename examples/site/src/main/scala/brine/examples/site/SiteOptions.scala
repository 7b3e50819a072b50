package brine.examples.site

import brine.examples.site.cluster.NodeAddress
import java.net.{InetAddress, UnknownHostException}
import java.nio.file.Path
import mainargs.{arg, main, Flag, Leftover}

/** Options of `./brine example site`. */
@main(name = "./brine example site", doc = SiteOptions.About)
final case class SiteOptions(
    @arg(doc = SiteOptions.StoreDoc)
    store: Option[String] = None,
    @arg(doc = "port to listen on; 8080 by default, 0 for a free one")
    port: Int = 8080,
    @arg(doc = "address to listen on; 127.0.0.1 by default. With another one, others on the network may reach it")
    host: String = "127.0.0.1",
    @arg(doc = "what clients have to know; a new one by default")
    token: Option[String] = None,
    @arg(doc = "requests a second that are answered; 200 by default")
    rate: Int = 200,
    @arg(doc = "number of processes of a cluster to start here, with PostgreSQL unless --store names one")
    cluster: Option[Int] = None,
    @arg(doc = "HOST:PORT where other nodes of a cluster reach this one. They need no token: trust that network")
    clusterNode: Option[String] = None,
    @arg(doc = "HOST:PORT,… of nodes to join; the first forms the cluster if it finds no other. This node by default")
    seed: Option[String] = None,
    @arg(doc = "SQLite file of the views of a node; target/site-nodes/HOST-PORT.db by default")
    views: Option[String] = None,
    @arg(doc = "ends after the import of the files")
    importOnly: Flag = Flag(),
    @arg(doc = "files to import first: *.json has a site, *.jsonl an event a line")
    files: Leftover[String]
):
  /** What is wrong with them. */
  def check: Either[String, SiteOptions.Form] =
    if port < 0 || port > 65535 then Left(s"--port is $port: it must be from 0 to 65535")
    else if SiteOptions.isEveryAddress(host) then
      Left("--host must be the address by which clients reach the service: requests by another one are refused")
    else if rate < 1 || rate > SiteOptions.MostRate then
      Left(s"--rate is $rate: it must be from 1 to ${SiteOptions.MostRate}")
    else if token.exists(!_.matches("[A-Za-z0-9._~-]{8,200}")) then
      Left("--token must be 8 to 200 letters, digits and . _ ~ -")
    else form

  private def form: Either[String, SiteOptions.Form] = (cluster, clusterNode, seed) match
    case _ if views.nonEmpty && clusterNode.isEmpty => Left("--views is for a node: add --cluster-node HOST:PORT")
    case (None, None, None)                         => Right(SiteOptions.Form.Alone)
    case (None, None, Some(_))                      => Left("--seed is for a node: add --cluster-node HOST:PORT")
    case (Some(_), Some(_), _)     => Left("--cluster starts all nodes here, --cluster-node one of them: choose one")
    case (Some(_), None, Some(_))  => Left("--cluster starts a cluster of its own: leave out --seed")
    case (Some(nodes), None, None) =>
      if nodes < 1 || nodes > SiteOptions.MostNodes then
        Left(s"--cluster is $nodes: it must be from 1 to ${SiteOptions.MostNodes}")
      else if port > 0 && port + nodes - 1 > 65535 then
        Left(s"--port is $port: the nodes listen on it and the ${nodes - 1} ports after it, which are at most 65535")
      else Right(SiteOptions.Form.Cluster(nodes))
    case (None, Some(text), seeds) =>
      for
        address <- NodeAddress.parse("--cluster-node", text)
        others  <- seeds.fold(Right(Vector(address)))(NodeAddress.parseAll("--seed", _))
      yield
        val file = s"${address.host}-${address.port}.db".replace(':', '.')
        SiteOptions.Form.Node(address, others, views.fold(Path.of("target", "site-nodes", file))(Path.of(_)))

object SiteOptions:
  final val About =
    "Starts the example of a service: sites with their history, over HTTP and with a page. Prints the address to open. " +
      "Ctrl-C ends it."

  final val StoreDoc =
    "where the events are: files:FOLDER (target/site by default), sqlite:FILE or postgresql://HOST/DATABASE"

  /** In which form the program runs. */
  enum Form:
    case Alone
    case Cluster(nodes: Int)
    case Node(address: NodeAddress, seeds: Vector[NodeAddress], views: Path)

  private val MostRate  = 1_000_000
  private val MostNodes = 9

  private def isEveryAddress(host: String): Boolean =
    host.isEmpty || host == "*" || {
      // A name that is not known is an error when the server starts.
      try InetAddress.getByName(host).isAnyLocalAddress
      catch case _: UnknownHostException => false
    }

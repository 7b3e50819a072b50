package brine.pekko.rig

/** Where the nodes of the rig are, and how they are cut off from each other. */
trait Network extends AutoCloseable:
  /** The address of the database for all nodes. */
  def database: String

  /** The address of a node for other nodes. */
  def peer(node: Int): String

  /** The address of a node for clients. */
  def forClients(node: Int): String

  /** What starts a program where a node is. */
  def within(node: Int): List[String]

  /** Whether nodes can be cut off. */
  def canCut: Boolean

  /** Cuts a node off from the other nodes; the database and the clients still reach it. */
  def cut(node: Int): Unit

  /** Cuts a node off from everything. */
  def isolate(node: Int): Unit

  /** Undoes [[cut]] and [[isolate]]. */
  def heal(node: Int): Unit

  /** Undoes them for a node that has ended, without delivering what it has sent before. */
  def renew(node: Int): Unit

object Network:
  /** All on the loopback address. */
  object Loopback extends Network:
    def database: String                = "127.0.0.1"
    def peer(node: Int): String         = "127.0.0.1"
    def forClients(node: Int): String   = "127.0.0.1"
    def within(node: Int): List[String] = Nil
    def canCut: Boolean                 = false
    def cut(node: Int): Unit            = throw UnsupportedOperationException("cut")
    def isolate(node: Int): Unit        = throw UnsupportedOperationException("isolate")
    def heal(node: Int): Unit           = throw UnsupportedOperationException("heal")
    def renew(node: Int): Unit          = throw UnsupportedOperationException("renew")
    def close(): Unit                   = ()

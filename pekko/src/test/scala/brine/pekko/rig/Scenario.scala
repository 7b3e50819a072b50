package brine.pekko.rig

/** What happens to a cluster of three nodes under load. When it is over, there are three nodes again. [[Split]] also
  * does with two.
  *
  * @param cuts
  *   whether nodes are cut off, which needs namespaces
  */
enum Scenario(val cuts: Boolean = false):
  /** A node is killed, and started again when the others have taken its entities. */
  case Kill

  /** A fourth node joins, and leaves again. */
  case Add

  /** A node is cut off from the others for less time than the resolver waits. */
  case Blip extends Scenario(cuts = true)

  /** A node is cut off from the others; the database and clients reach it. The resolver ends it. */
  case Partition extends Scenario(cuts = true)

  /** The same, but operators keep both parts up: two nodes run each entity. */
  case Split extends Scenario(cuts = true)

  /** A node is cut off from everything, as if its machine had lost power. */
  case Isolate extends Scenario(cuts = true)

  /** The database is stopped for five seconds. */
  case Database

  /** Each node is replaced by one of the new version, one after the other. */
  case Upgrade

  def flag: String = productPrefix.toLowerCase(java.util.Locale.ROOT)

object Scenario:
  private val BlipMillis     = 4_000L
  private val DatabaseMillis = 5_000L

  /** Lets it happen. Clients write meanwhile. */
  def run(scenario: Scenario, rig: Rig, load: Load): Unit = scenario match
    case Kill =>
      rig.node(0).kill()
      load.awaitEach(3)
      rig.forget(0): Unit
      rig.start(0)
    case Add =>
      rig.start(3)
      rig.awaitWhole()
      load.awaitEach(20)
      rig.node(3).leave()
      rig.forget(3): Unit
    case Blip =>
      rig.network.cut(2)
      Thread.sleep(BlipMillis)
      rig.network.heal(2)
    case Partition =>
      rig.network.cut(0)
      ended(rig, load, 0)
    case Split =>
      val others = rig.numbers.filter(_ != 0)
      rig.network.cut(0)
      rig.down(0, others*)
      rig.down(others.head, 0)
      rig.awaitPart(0)
      rig.awaitPart(others*)
      load.awaitEach(20)
      rig.node(0).kill()
      // Its last messages would tell the others that they were removed.
      rig.network.renew(0)
      rig.forget(0): Unit
      rig.start(0)
    case Isolate =>
      rig.network.isolate(0)
      ended(rig, load, 0)
    case Database =>
      rig.database.stop()
      Thread.sleep(DatabaseMillis)
      rig.database.restart()
    case Upgrade =>
      for node <- 0 to 2 do
        rig.node(node).leave()
        rig.start(node, isNew = true)
        rig.awaitWhole()
        load.awaitEach(3)
      load.mark()
      load.awaitEach(10)

  /** The resolver ends a node that was cut off. Then the network is mended, and the node started again. */
  private def ended(rig: Rig, load: Load, number: Int): Unit =
    rig.node(number).awaitEnd()
    load.awaitEach(3)
    rig.network.heal(number)
    rig.forget(number): Unit
    rig.start(number)

package brine.lab.peers.chill

import java.util.{List => JList, Set => JSet}

import com.twitter.chill.{KryoPool, ScalaKryoInstantiator}

import brine.lab.model._
import brine.lab.peer.{Format, Library, Resolved}

/** Chill, which is Kryo 4 with serializers for Scala's collections. */
final class ChillPeer extends ModelPeer {
  def libraries: JList[Library] = JList.of(
    new Library(
      "chill",
      Resolved.version("chill") + " (Kryo " + Resolved.version("kryo-shaded") + ", Scala " +
        Resolved.version("scala-line") + ")",
      JSet.of("binary", "told-type"),
      "ScalaKryoInstantiator's default pool, toBytesWithoutClass, as in the published code; the model is not registered"
    )
  )

  protected def site(library: String, site: Site): Format = new ChillFormat(Vector(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = new ChillFormat(events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = new ChillFormat(events)

  override protected def versions(library: String): Seq[Versions] = Seq(
    new Versions(
      "",
      new Version[older.PageEvent, older.PageHistory](new ChillFormat(_), new ChillFormat(_)),
      new Version[newer.PageEvent, newer.PageHistory](new ChillFormat(_), new ChillFormat(_)),
      hasClassNames = true
    )
  )
}

private final class ChillFormat(all: Seq[AnyRef]) extends ModelFormat(all) {
  private val pool: KryoPool                   = ScalaKryoInstantiator.defaultPool
  private val types: Array[Class[_ <: AnyRef]] = all.map(_.getClass: Class[_ <: AnyRef]).toArray

  def encode(value: Object): Array[Byte]             = pool.toBytesWithoutClass(value)
  def decode(bytes: Array[Byte], index: Int): Object = pool.fromBytes(bytes, types(index))
}

package brine.lab.peers.chill

import java.util.{List => JList, Set => JSet}

import com.esotericsoftware.kryo.Kryo
import com.twitter.chill.{IKryoRegistrar, KryoPool, ScalaKryoInstantiator}

import brine.lab.model._
import brine.lab.model.records.RecordsData
import brine.lab.peer.{Format, Library, Resolved}

/** Chill, which is Kryo 4 with serializers for Scala's collections: as published, and with the model registered. */
final class ChillPeer extends ModelPeer {
  private def row(name: String, settings: String) = new Library(
    name,
    Resolved.version("chill") + " (Kryo " + Resolved.version("kryo-shaded") + ", Scala " +
      Resolved.version("scala-line") + ")",
    JSet.of("binary", "told-type"),
    settings
  )

  private val unregistered = row(
    "chill",
    "ScalaKryoInstantiator's default pool, toBytesWithoutClass, as in the published code; the model is not registered"
  )
  private val registered = row(
    "chill-registered",
    "ScalaKryoInstantiator with the model registered, registration required and no references; a pool with a buffer " +
      "that is reused, toBytesWithoutClass"
  ).recommendedBy("github.com/twitter/chill#chill-java")

  def libraries: JList[Library] = JList.of(unregistered, registered)

  private def format(library: String, all: Seq[AnyRef]): Format =
    new ChillFormat(if (library == registered.name) RegisteredPool() else ScalaKryoInstantiator.defaultPool, all)

  protected def site(library: String, site: Site): Format = format(library, Vector(site))

  protected def siteEvents(library: String, events: Vector[SiteEvent]): Format = format(library, events)

  protected def dataEvents(library: String, events: Vector[DataEvent]): Format = format(library, events)

  override protected def records(library: String, data: RecordsData): Format = format(library, Vector(data.value))

  override protected def versions(library: String): Seq[Versions] = {
    def pool(classes: Class[_]*) =
      if (library == registered.name) RegisteredPool(classes: _*) else ScalaKryoInstantiator.defaultPool
    val before = pool(classOf[older.PageAdded], classOf[older.PageRemoved], classOf[older.PageHistory])
    val after  = pool(classOf[newer.PageAdded], classOf[newer.PageRemoved], classOf[newer.PageHistory])
    Seq(
      new Versions(
        "",
        new Version[older.PageEvent, older.PageHistory](new ChillFormat(before, _), new ChillFormat(before, _)),
        new Version[newer.PageEvent, newer.PageHistory](new ChillFormat(after, _), new ChillFormat(after, _)),
        hasClassNames = library != registered.name
      )
    )
  }
}

private object RegisteredPool {

  /** With further classes behind those of the model. */
  def apply(classes: Class[_]*): KryoPool = KryoPool.withBuffer(
    1,
    new ScalaKryoInstantiator()
      .withRegistrar(new ModelRegistrar(classes))
      .setReferences(false)
      .setRegistrationRequired(true),
    4096,
    -1
  )
}

/** Numbers for the model's classes, after those of Chill's own. */
private final class ModelRegistrar(further: Seq[Class[_]]) extends IKryoRegistrar {
  def apply(kryo: Kryo): Unit = {
    kryo.register(classOf[java.time.Instant])
    ModelClasses.all.forEach(of => { kryo.register(of); () })
    further.foreach(of => kryo.register(of))
  }
}

private final class ChillFormat(pool: KryoPool, all: Seq[AnyRef]) extends ModelFormat(all) {
  private val types: Array[Class[_ <: AnyRef]] = all.map(_.getClass: Class[_ <: AnyRef]).toArray

  def encode(value: Object): Array[Byte]             = pool.toBytesWithoutClass(value)
  def decode(bytes: Array[Byte], index: Int): Object = pool.fromBytes(bytes, types(index))
}

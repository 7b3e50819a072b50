package brine.lab.peers.kryo5

import com.esotericsoftware.kryo.Kryo
import com.esotericsoftware.kryo.serializers.CompatibleFieldSerializer

import brine.lab.model.*

/** The page events of an older and a newer program, each with a Kryo of its own. */
private object PageVersions:
  private val before: Seq[Class[?]] =
    Seq(classOf[older.PageAdded], classOf[older.PageRemoved], classOf[older.PageHistory])
  private val after: Seq[Class[?]] =
    Seq(classOf[newer.PageAdded], classOf[newer.PageRemoved], classOf[newer.PageHistory])

  /** With the serializer of fields that the row has. */
  def plain: Versions = versions("", kryo => kryo.register(_))

  /** With Kryo's serializer for types that change, which writes the names of the fields. */
  def compatible: Versions =
    versions("compatible-serializer", kryo => of => kryo.register(of, CompatibleFieldSerializer(kryo, of)))

  /** A class has the same number in both programs. */
  private def versions(way: String, register: Kryo => Class[?] => Any): Versions =
    def kryo(classes: Seq[Class[?]]) =
      val own = ModelKryo()
      classes.foreach(register(own))
      own
    Versions(
      way,
      Version(AnyTypeFormat(kryo(before), _), KnownTypeFormat(kryo(before), classOf[older.PageHistory], _)),
      Version(AnyTypeFormat(kryo(after), _), KnownTypeFormat(kryo(after), classOf[newer.PageHistory], _))
    )

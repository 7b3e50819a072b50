package brine.lab.peers.pickling

import java.time.Instant

import scala.pickling.{FastTypeTag, PBuilder, PReader, Pickler, Unpickler}
import scala.pickling.Defaults._

import brine.lab.model._

/** What the macros cannot do for Java's classes: each is one field of a simpler type. */
private object ScalarPicklers {
  implicit val instantPickler: Pickler[Instant] with Unpickler[Instant] =
    new FieldPickler[Instant, Long](_.toEpochMilli, millis => Instant.ofEpochMilli(millis))
  implicit val siteTypePickler: Pickler[SiteType] with Unpickler[SiteType] =
    new FieldPickler[SiteType, String](_.name, SiteType.valueOf)
  implicit val siteFlagPickler: Pickler[SiteFlag] with Unpickler[SiteFlag] =
    new FieldPickler[SiteFlag, String](_.name, SiteFlag.valueOf)
  implicit val componentTypePickler: Pickler[PageComponentType] with Unpickler[PageComponentType] =
    new FieldPickler[PageComponentType, String](_.name, PageComponentType.valueOf)
}

private final class FieldPickler[A: FastTypeTag, B](to: A => B, from: B => A)(implicit
    pickler: Pickler[B],
    unpickler: Unpickler[B],
    fieldTag: FastTypeTag[B]
) extends Pickler[A]
    with Unpickler[A] {
  val tag: FastTypeTag[A] = implicitly[FastTypeTag[A]]

  def pickle(value: A, builder: PBuilder): Unit = {
    builder.hintTag(tag)
    builder.beginEntry(value)
    builder.putField(
      "value",
      field => {
        field.hintTag(fieldTag)
        field.hintStaticallyElidedType()
        pickler.pickle(to(value), field)
      }
    )
    builder.endEntry()
  }

  def unpickle(typeName: String, reader: PReader): Any = {
    val field = reader.readField("value")
    field.hintTag(fieldTag)
    field.hintStaticallyElidedType()
    val typeOfField = field.beginEntry()
    val value       = unpickler.unpickle(typeOfField, field).asInstanceOf[B]
    field.endEntry()
    from(value)
  }
}

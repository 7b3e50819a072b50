package brine.codec.evolution.oracle

import scala.util.control.NonFatal

/** Types with a migration from a class whose data nothing tells apart from those of the present one. */
object SameForm:
  /** Whether a type contains such a migration; also in older types. */
  def has(ty: Ty): Boolean = Ty.all(ty).exists {
    case rec: Ty.Rec =>
      val form = fields(rec)
      chain(rec).exists(older => fields(older) == form) || rec.old.exists(old => has(old.of))
    case _ => false
  }

  /** Whether the codec refuses the type for that reason. */
  def isRefused(ty: Ty): Boolean =
    try
      Codecs.of(ty).schema: Unit
      false
    catch case NonFatal(error) if error.getMessage.contains("which has the same fields") => true

  private def chain(rec: Ty.Rec): Iterator[Ty.Rec] = Iterator.unfold(rec)(_.old.map(old => (old.of, old.of)))

  private def fields(rec: Ty.Rec): String = rec.fields.map(field => s"${field.name}:${form(field.of)}").mkString(",")

  // What the names of classes do not change.
  private def form(ty: Ty): String = ty match
    case Ty.Prim(_, kind)     => kind.toString
    case Ty.Opt(_, of)        => s"?${form(of)}"
    case Ty.Alt(_, l, r)      => s"(${form(l)}|${form(r)})"
    case Ty.Tup(_, slots)     => slots.map(slot => form(slot.of)).mkString("(", ",", ")")
    case Ty.Coll(_, kind, of) => if kind == Collected.Set then s"set ${element(of)}" else s"[${element(of)}]"
    case Ty.Dict(_, k, v)     => s"{${form(k)}:${form(v)}}"
    case Ty.Opaque(_, of)     => form(of)
    case Ty.Marked(_, of)     => s"*${form(of)}"
    case Ty.Sum(_, _, cases)  =>
      cases.map(c => s"${c.name}${c.fields.map(f => s"${f.name}:${form(f.of)}")}").mkString("<", "|", ">")
    case rec: Ty.Rec => s"{${fields(rec)}}"

  // A plain number in a sequence is packed, one of an opaque type is not.
  private def element(of: Ty): String = of match
    case Ty.Opaque(_, inner) => s"alone ${form(inner)}"
    case other               => form(other)

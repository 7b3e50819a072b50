package brine.codec.evolution.oracle

/** Makes two types smaller as long as reading one as the other still fails in the same way. */
object Shrink:
  private final val MostTries = 2000

  def apply(a: Ty, b: Ty)(fails: (Ty, Ty) => Boolean): (Ty, Ty) =
    var tries = 0
    @scala.annotation.tailrec
    def from(a: Ty, b: Ty): (Ty, Ty) =
      val smaller = candidates(a, b).find { (x, y) =>
        tries += 1
        tries < MostTries && fails(x, y)
      }
      smaller match
        case Some((x, y)) => from(x, y)
        case None         => (a, b)
    from(a, b)

  private def candidates(a: Ty, b: Ty): Iterator[(Ty, Ty)] =
    val size = Ty.size(a) + Ty.size(b)
    val all  = parts(a, b) ++ fewer(a, b) ++ plain(a, b)
    all.filter((x, y) => Ty.size(x) + Ty.size(y) < size)

  // A part that both have, instead of the whole.
  private def parts(a: Ty, b: Ty): Iterator[(Ty, Ty)] =
    val others = Ty.all(b).groupBy(_.id)
    Ty.all(a).iterator.flatMap(x => others.getOrElse(x.id, Vector.empty).map(y => (x, y)))

  // Both without a field or a case.
  private def fewer(a: Ty, b: Ty): Iterator[(Ty, Ty)] =
    val ids = (Ty.all(a) ++ Ty.all(b)).flatMap {
      case rec: Ty.Rec => rec.fields.map(_.id)
      case sum: Ty.Sum => sum.cases.flatMap(c => c.id +: c.fields.map(_.id))
      case tup: Ty.Tup => tup.slots.map(_.id)
      case _           => Vector.empty
    }.distinct
    ids.iterator.map(id => (without(a, id), without(b, id)))

  private def without(ty: Ty, id: Int): Ty =
    def fields(all: Vector[Fld], fewest: Int): Vector[Fld] =
      val left = if all.sizeIs > fewest then all.filterNot(_.id == id) else all
      left.map(f => f.copy(of = visit(f.of)))
    def visit(ty: Ty): Ty = children(ty)(visit) match
      case rec: Ty.Rec =>
        rec.copy(
          fields = fields(rec.fields, 1),
          old = rec.old.map(old => old.copy(of = visit(old.of).asInstanceOf[Ty.Rec]))
        )
      case sum: Ty.Sum =>
        val left = if sum.cases.sizeIs > 1 then sum.cases.filterNot(_.id == id) else sum.cases
        sum.copy(cases = left.map(c => c.copy(fields = fields(c.fields, 0))))
      case tup: Ty.Tup => tup.copy(slots = fields(tup.slots, 2))
      case other       => other
    val made = visit(ty)
    revalued(ty, made)

  // Defaults of changed types are drawn again.
  private def revalued(before: Ty, after: Ty): Ty = if before == after then after else defaults(after)

  private def defaults(ty: Ty): Ty =
    def fields(all: Vector[Fld]): Vector[Fld] = all.map { f =>
      val of = defaults(f.of)
      f.copy(of = of, default = f.default.map(_ => Values.first(of)))
    }
    children(ty)(defaults) match
      case rec: Ty.Rec =>
        rec.copy(
          fields = fields(rec.fields),
          old = rec.old.map(old => old.copy(of = defaults(old.of).asInstanceOf[Ty.Rec]))
        )
      case sum: Ty.Sum => sum.copy(cases = sum.cases.map(c => c.copy(fields = fields(c.fields))))
      case tup: Ty.Tup => tup.copy(slots = fields(tup.slots))
      case other       => other

  // A plain value instead of a part that both have.
  private def plain(a: Ty, b: Ty): Iterator[(Ty, Ty)] =
    val ids = Ty.all(a).map(_.id).toSet.intersect(Ty.all(b).map(_.id).toSet) - a.id - b.id
    ids.iterator.map { id =>
      def visit(ty: Ty): Ty =
        if ty.id == id then Ty.Prim(id, brine.codec.Schema.Kind.Int)
        else
          children(ty)(visit) match
            case rec: Ty.Rec =>
              rec.copy(
                fields = rec.fields.map(f => f.copy(of = visit(f.of))),
                old = rec.old.map(old => old.copy(of = visit(old.of).asInstanceOf[Ty.Rec]))
              )
            case sum: Ty.Sum =>
              sum.copy(cases = sum.cases.map(c => c.copy(fields = c.fields.map(f => f.copy(of = visit(f.of))))))
            case tup: Ty.Tup => tup.copy(slots = tup.slots.map(f => f.copy(of = visit(f.of))))
            case other       => other
      (defaults(visit(a)), defaults(visit(b)))
    }

  // Applies a function to the parts of a type that have no names.
  private def children(ty: Ty)(f: Ty => Ty): Ty = ty match
    case Ty.Opt(id, of)        => Ty.Opt(id, f(of))
    case Ty.Opaque(id, of)     => Ty.Opaque(id, f(of))
    case Ty.Marked(id, of)     => Ty.Marked(id, f(of))
    case Ty.Alt(id, l, r)      => Ty.Alt(id, f(l), f(r))
    case Ty.Coll(id, kind, of) => Ty.Coll(id, kind, f(of))
    case Ty.Dict(id, k, v)     => Ty.Dict(id, f(k), f(v))
    case other                 => other

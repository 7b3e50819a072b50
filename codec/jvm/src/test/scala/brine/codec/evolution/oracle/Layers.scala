package brine.codec.evolution.oracle

import brine.codec.evolution.oracle.Truth.*

/** What becomes of Options and classes of one field around a value; see [[Truth]]. */
private trait Layers:
  self: Truth =>

  private[oracle] def around(off: Vector[Ty], on: Vector[Ty], a: Ty, b: Ty, path: Path): Any => Any =
    val options    = off.count(_.isInstanceOf[Ty.Opt])
    val optional   = on.count(_.isInstanceOf[Ty.Opt])
    val (from, to) = (wrappers(off), wrappers(on))
    if from.nonEmpty && to.nonEmpty && !named(from, to) then maybe += "a class of one field becomes another one"
    if options > optional && byName && from.isEmpty && (to ++ wrappers(chain(b))).exists(_.old.nonEmpty) then
      maybe += "an Option becomes a class with a migration"
    if options > optional then refuse(s"${show(path)}: an Option becomes a plain value")
    if options > 0 && (optional > options || from.nonEmpty || to.nonEmpty) then open += "Options change places"
    (wrappers(chain(a)).headOption, wrappers(chain(b)).headOption) match
      case (Some(x), Some(y)) if (from ++ to).nonEmpty && !shares(x, y) && !isLinedUp(x, y) =>
        maybe += "a class of one field around a class without a field in common"
      case _ => ()
    if hidden(from, b) || hidden(to, a) then maybe += "a class of one field around a record with a field of that name"
    val migrated = to.find(rec => rec.old.exists(old => chain(old.of).exists(_.id == a.id)))
    migrated match
      case Some(rec) =>
        val old     = rec.old.get
        val convert = this.convert(off.headOption.getOrElse(a), old.of, path)
        val migrate = Migrate(old, rec)
        val outside = wrap(on.takeWhile(_.id != rec.id))
        value => outside(Migrate.plain(migrate, convert(value)))
      case None =>
        if byName && to.exists(_.old.nonEmpty) then maybe += "a value of a class with a migration, or of its older type"
        val convert = same(a, b, path ++ (from ++ to).map(_.fields(0).name).map(Name(_)))
        val inside  = wrap(on)
        val empty   = wrap(on.takeWhile(!_.isInstanceOf[Ty.Opt]))
        value => unwrap(off, value).fold(empty(None))(inner => inside(convert(inner)))

  // Whether two classes have one name, and the classes within them a field in common.
  private def isLinedUp(x: Ty.Rec, y: Ty.Rec): Boolean =
    x.name == y.name && (x.isWrapper || y.isWrapper) &&
      layers(x).exists(inner => layers(y).exists(shares(inner, _)))

  // A class, and if it has one field, the classes within it.
  private def layers(rec: Ty.Rec): Vector[Ty.Rec] = if rec.isWrapper then rec +: within(rec) else Vector(rec)

  private[oracle] def wrappers(layers: Vector[Ty]): Vector[Ty.Rec] = layers.collect { case rec: Ty.Rec => rec }

  // Whether each class of one field is found in the other one by its name.
  private def named(from: Vector[Ty.Rec], to: Vector[Ty.Rec]): Boolean =
    from.sizeCompare(to) == 0 && from.lazyZip(to).forall { (a, b) =>
      val (x, y) = (a.fields(0), b.fields(0))
      x.name == y.name || y.was.contains(x.name)
    }

  private def hidden(layers: Vector[Ty.Rec], of: Ty): Boolean = of match
    case rec: Ty.Rec =>
      val names = layers.flatMap(layer => layer.fields(0).name +: layer.fields(0).was).toSet
      rec.fields.exists(field => names(field.name) || field.was.exists(names))
    case _ => false

  // The value inside of some layers; none if one of them is an empty Option.
  private[oracle] def unwrap(layers: Vector[Ty], value: Any): Option[Any] = layers.foldLeft(Option(value)) {
    (inner, layer) =>
      inner.flatMap { value =>
        layer match
          case _: Ty.Opt => value.asInstanceOf[Option[Any]]
          case _: Ty.Rec => Some(value.asInstanceOf[Obj].fields(0))
          case _         => Some(value)
      }
  }

  private[oracle] def wrap(layers: Vector[Ty])(value: Any): Any = layers.foldRight(value) { (layer, value) =>
    layer match
      case _: Ty.Opt   => if byName && isNone(value) then OrNone(Some(value)) else Some(value)
      case rec: Ty.Rec => Obj(rec.name, Vector(value))
      case _           => value
  }

  // A class of one field around a record, whose fields were those of the class, or are now.
  private[oracle] def through(x: Ty.Rec, y: Ty.Rec, path: Path): Option[Any => Any] =
    if shares(x, y) then None
    else
      if byName && (x.isWrapper || y.isWrapper) && isCaptured(x, Vector(y)) then throw NameReuse("a class of one field")
      if byName && (isCaptured(x, within(y).flatMap(older)) || within(x).exists(isCaptured(_, Vector(y)))) then
        throw NameReuse("within a class of one field")
      val into = if y.isWrapper then within(y).find(isIn(x, _)).map(this.into(x, y, _, path)) else None
      val from = if x.isWrapper then within(x).find(shares(_, y)).map(this.from(x, _, y, path)) else None
      into.orElse(from).orElse {
        // Without a name in common, a record of several fields is the content, as a tuple is.
        if x.isWrapper == y.isWrapper then None
        else if x.isWrapper then last(x).map(this.from(x, _, y, path))
        else
          last(y).map { inner =>
            val content = this.into(x, y, inner, path)
            // As good as a content of which nothing was written: the field is missing.
            orElse(content, if isShared(x, inner) then refuse("") else records(x, y, path))
          }
      }

  // Whether one of two classes has a field of a class within the other one.
  private[oracle] def isMet(x: Ty.Rec, y: Ty.Rec): Boolean =
    !shares(x, y) && (y.isWrapper && within(y).exists(isIn(x, _)) || x.isWrapper && within(x).exists(shares(_, y)))

  private def isShared(x: Ty.Rec, inner: Ty): Boolean = inner match
    case y: Ty.Rec => shares(x, y)
    case _         => true

  // Either of two results, if both are possible.
  private def orElse(one: Any => Any, other: => Any => Any): Any => Any =
    val second =
      try Some(other)
      catch case _: Refused => None
    second.fold(one) { other => value =>
      choice match
        case Choice.Older  => one(value)
        case Choice.Direct => other(value)
        case Choice.Any    => OneOf(one(value), other(value))
    }

  private def isIn(x: Ty.Rec, y: Ty.Rec): Boolean =
    shares(x, y) || y.old.exists(old => layers(old.of).exists(isIn(x, _)))

  // A class, and the older ones that lead to it.
  private def older(rec: Ty.Rec): Vector[Ty.Rec] = rec +: rec.old.toVector.flatMap(old => layers(old.of).flatMap(older))

  // Whether a field has the name of another one.
  private def isCaptured(x: Ty.Rec, all: Vector[Ty.Rec]): Boolean = all.exists { y =>
    y.fields.exists(to =>
      x.fields.exists(from => from.id != to.id && (from.name == to.name || to.was.contains(from.name)))
    )
  }

  private def shares(x: Ty.Rec, y: Ty.Rec): Boolean = y.fields.exists(to => x.fields.exists(isFound(_, to)))

  private def from(x: Ty.Rec, inner: Ty, y: Ty.Rec, path: Path): Any => Any =
    val layers = chain(x).takeWhile(_ ne inner)
    if layers.exists(_.isInstanceOf[Ty.Opt]) then refuse(s"${show(path)}: an Option becomes a plain value")
    val convert = content(inner, y, path :+ Name(x.fields(0).name))
    value => convert(unwrap(layers, value).get)

  private def into(x: Ty.Rec, y: Ty.Rec, inner: Ty, path: Path): Any => Any =
    val convert = content(x, inner, path)
    val outside = wrap(chain(y).takeWhile(_ ne inner))
    value => outside(convert(value))

  private def content(a: Ty, b: Ty, path: Path): Any => Any = (a, b) match
    case (x: Ty.Rec, y: Ty.Rec) if y.old.nonEmpty =>
      val migrate = Migrate(y.old.get, y)
      val older   =
        try Some(content(x, y.old.get.of, path))
        catch case _: Refused => None
      older.fold(records(x, y, path)) { older =>
        orElse(value => Migrate.plain(migrate, older(value)), records(x, y, path))
      }
    case (x: Ty.Rec, y: Ty.Rec) => through(x, y, path).getOrElse(records(x, y, path))
    case _                      => same(a, b, path)

  private def last(rec: Ty.Rec): Option[Ty] = chain(rec.fields(0).of).last match
    case inner: Ty.Rec if inner.old.isEmpty => Some(inner)
    case inner: Ty.Tup                      => Some(inner)
    case _                                  => None

  private[oracle] def isFound(from: Fld, to: Fld): Boolean =
    from.id == to.id && (!byName || from.name == to.name || to.was.contains(from.name))

  // The classes in a class of one field.
  private[oracle] def within(rec: Ty.Rec): Vector[Ty.Rec] = wrappers(chain(rec.fields(0).of))

  // A value that was wrapped in a class of one field, which has more fields now.
  private[oracle] def grown(a: Ty, b: Ty): Option[Any => Any] =
    val ids    = chain(a).map(_.id)
    val layers = chain(b)
    layers.last match
      case rec: Ty.Rec if rec.fields.exists(field => chain(field.of).exists(layer => ids.contains(layer.id))) =>
        val at      = rec.fields.indexWhere(field => chain(field.of).exists(layer => ids.contains(layer.id)))
        val convert = fields(Vector(rec.fields(at).copy(of = a)), rec.fields, Vector.empty)
        val outside = wrap(layers.init)
        Some(value => outside(Obj(rec.name, convert(Vector(value)))))
      case _ => None

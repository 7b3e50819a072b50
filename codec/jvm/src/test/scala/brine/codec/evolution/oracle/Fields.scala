package brine.codec.evolution.oracle

import brine.codec.evolution.oracle.Truth.*

/** What becomes of fields; see [[Truth]]. */
private trait Fields:
  self: Truth =>

  private[oracle] def fields(
      x: Vector[Fld],
      y: Vector[Fld],
      path: Path,
      areNamed: Boolean = true
  ): Vector[Any] => Vector[Any] =
    val isByName = byName && areNamed
    val sources  = y.map { to =>
      val at = x.indexWhere(from => from.id == to.id)
      if at < 0 || !isByName || x(at).name == to.name || to.was.contains(x(at).name) then at else -1
    }
    if isByName then y.indices.foreach(i => captured(x, y, sources, i))
    val makes: Vector[Vector[Any] => Any] = y.zip(sources).map { (to, at) =>
      if at >= 0 then
        val convert = this.convert(x(at).of, to.of, path :+ Name(x(at).name))
        values => convert(values(at))
      else if !byName && moved(x, to).nonEmpty then moved(x, to).get
      else
        val value = to.default.orElse(Option.when(isOption(to.of))(None))
        val known = value.getOrElse(refuse(s"${show(path)}: ${to.name} is missing"))
        _ => known
    }
    val areMoved = !byName && y.zip(sources).exists((to, at) => at < 0 && moved(x, to).nonEmpty)
    val dropped  = x.indices.filterNot(sources.contains).map(i => loss(path, x(i)))
    values =>
      if !areMoved then lost ++= dropped
      makes.map(_(values))

  // The names within classes of one field come after the path: a verdict may name what is within.
  private def loss(path: Path, field: Fld): String =
    (show(path :+ Name(field.name)) +: wrappers(chain(field.of)).filter(_.isWrapper).map(_.fields(0).name))
      .mkString(Truth.Within)

  /** The value of a field, if it or its parts were among some fields. */
  private[oracle] def made(x: Vector[Fld], to: Fld): Option[Vector[Any] => Any] =
    x.indexWhere(_.id == to.id) match
      case -1 => moved(x, to)
      case at =>
        val convert = this.convert(x(at).of, to.of, Vector.empty)
        Some(values => convert(values(at)))

  // A field that was in another record, or a record of fields that were here.
  private def moved(x: Vector[Fld], to: Fld): Option[Vector[Any] => Any] = fromWithin(x, to).orElse {
    val layers = chain(to.of)
    layers.collectFirst {
      case rec: Ty.Rec if rec.fields.exists(field => x.exists(_.id == field.id)) =>
        val convert = fields(x, rec.fields, Vector.empty)
        val outside = wrap(layers.takeWhile(_ ne rec))
        (values: Vector[Any]) => outside(Obj(rec.name, convert(values)))
    }
  }

  private def fromWithin(x: Vector[Fld], to: Fld): Option[Vector[Any] => Any] =
    x.indexWhere(_.id == to.id) match
      case -1 =>
        x.indices.iterator
          .flatMap { i =>
            val layers = chain(x(i).of).takeWhile(!_.isInstanceOf[Ty.Opt])
            wrappers(layers).iterator.flatMap { rec =>
              fromWithin(rec.fields, to).map { inner => (values: Vector[Any]) =>
                inner(unwrap(layers.takeWhile(_ ne rec), values(i)).get.asInstanceOf[Obj].fields)
              }
            }
          }
          .nextOption()
      case at =>
        val convert = this.convert(x(at).of, to.of, Vector.empty)
        Some(values => convert(values(at)))

  // A field whose name another field had before: a reader cannot know, unless that one says so by @was.
  private def captured(x: Vector[Fld], y: Vector[Fld], sources: Vector[Int], i: Int): Unit =
    val to = y(i)
    x.indices.foreach { j =>
      val isTaken = sources.indexOf(j) match
        case -1    => false
        case other => other != i
      // Data of before the old name was used again, and data of after the new name was changed again, look the same.
      if x(j).id != to.id && to.was.contains(x(j).name) && !x.exists(_.name == to.name) then throw NameReuse(to.name)
      if x(j).id != to.id && (x(j).name == to.name || to.was.contains(x(j).name)) && !isTaken then
        throw NameReuse(to.name)
    }

  private[oracle] def isOption(ty: Ty): Boolean = ty match
    case _: Ty.Opt        => true
    case Ty.Marked(_, of) => isOption(of)
    case Ty.Opaque(_, of) => isOption(of)
    case _                => false

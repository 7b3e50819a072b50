package brine.codec.testkit.internal

/** Whether a value survived a round trip: it equals the original, or consists of equal parts where equality is by
  * reference or numeric.
  */
private[testkit] object Same:
  def apply(a: Any, b: Any): Boolean = a == b || parts(a, b)

  private def parts(a: Any, b: Any): Boolean = (a, b) match
    case (x: Double, y: Double)     => x.compare(y) == 0
    case (x: Float, y: Float)       => x.compare(y) == 0
    case (x: Array[?], y: Array[?]) => x.length == y.length && x.indices.forall(i => apply(x(i), y(i)))
    case (x: collection.Seq[?], y: collection.Seq[?]) => x.size == y.size && x.iterator.zip(y.iterator).forall(apply)
    case (x: Map[?, ?], y: Map[?, ?])                 =>
      x.size == y.size && x.forall((key, value) => y.asInstanceOf[Map[Any, Any]].get(key).exists(apply(value, _)))
    case (x: Product, y: Product) =>
      x.productPrefix == y.productPrefix && x.productArity == y.productArity && x.productIterator
        .zip(y.productIterator)
        .forall(apply)
    case _ => false

package brine.codec

/** Equality of values as tests need it: arrays by their elements, numbers with a fraction by their bits (every NaN is
  * the same, and -0.0 is not 0.0), maps by their values, case classes and collections by their parts.
  */
object Same:
  def apply(a: Any, b: Any): Boolean = same(a, b, Nil)

  // Shared values may contain themselves: those being compared already are not compared again.
  private def same(a: Any, b: Any, open: List[AnyRef]): Boolean = (a, b) match
    case (x: Shared[?], y: Shared[?]) => open.exists(_ eq x) || same(x.value, y.value, x :: open)
    case (x: Double, y: Double)       => x.compare(y) == 0
    case (x: Float, y: Float)         => x.compare(y) == 0
    case (x: Array[?], y: Array[?])   => x.length == y.length && x.indices.forall(i => same(x(i), y(i), open))
    case (x: collection.Seq[?], y: collection.Seq[?]) =>
      x.size == y.size && x.iterator.zip(y.iterator).forall(same(_, _, open))
    case (x: collection.Map[Any, ?] @unchecked, y: collection.Map[Any, ?] @unchecked) =>
      x.size == y.size && x.forall((key, value) => y.get(key).exists(same(value, _, open)))
    case (x: Product, y: Product) =>
      x.productPrefix == y.productPrefix && x.productArity == y.productArity && x.productIterator
        .zip(y.productIterator)
        .forall(same(_, _, open))
    case _ => a == b

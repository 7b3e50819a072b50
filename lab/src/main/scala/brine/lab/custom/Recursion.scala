package brine.lab.custom

/** Finds objects that contain objects of their own kind, such as the nodes of a tree, and makes one type of them. */
private[custom] object Recursion:
  /** Folds all recursive objects below `root` into the outermost one. */
  def fold(root: Shape): Unit =
    while foldOne(root) do ()

  /** Whether objects of this kind contain objects of the same kind. */
  def isCircular(objects: Objects): Boolean =
    val visited = java.util.IdentityHashMap[AnyRef, AnyRef]()

    def leads(shape: Shape): Boolean =
      visited.put(shape, shape) == null &&
        (shape.items.exists(leads) || shape.objects.exists(inner => (inner eq objects) || below(inner)))
    def below(inner: Objects): Boolean =
      visited.put(inner, inner) == null && inner.variants.values.exists: fields =>
        fields.members.values.exists(leads) || fields.wide.exists(leads)

    below(objects)

  /** A step from an object towards one inside it: the field that leads there. */
  private final case class Ancestor(objects: Objects, step: String)

  private def foldOne(root: Shape): Boolean =
    val visited = java.util.IdentityHashMap[AnyRef, AnyRef]()
    val clashes = Clashes()

    def within(shape: Shape, above: List[Ancestor]): Boolean =
      shape.items.exists(within(_, above)) || shape.objects.exists(inside(_, above))

    def inside(objects: Objects, above: List[Ancestor]): Boolean =
      if visited.put(objects, objects) != null then false
      else
        above.reverseIterator.find(ancestor => isSame(ancestor, objects, clashes)) match
          case Some(ancestor) =>
            ancestor.objects.merge(objects)
            true
          case None =>
            objects.variants.values.exists: fields =>
              fields.members.exists((name, shape) => within(shape, Ancestor(objects, name) :: above)) ||
                fields.wide.exists(within(_, above))

    within(root, Nil)

  /** Whether the inner objects are of the outer ones' kind: they lead on by the same field, have much the same names,
    * and one type fits both.
    */
  private def isSame(ancestor: Ancestor, inner: Objects, clashes: Clashes): Boolean =
    val outer  = ancestor.objects
    val names  = inner.names
    val common = names.count(outer.names)
    names.contains(ancestor.step) && common * 5 >= names.size * 4 && outer.discriminator == inner.discriminator &&
    !clashes.between(outer, inner) && {
      val copied = java.util.IdentityHashMap[AnyRef, AnyRef]().asMap
      val whole  = outer.copy(copied)
      whole.merge(inner.copy(copied))
      !Conflicts.within(whole)
    }

/** Looks for values that no type fits. */
private[custom] object Conflicts:
  def within(objects: Objects): Boolean = Search().in(objects)
  def within(fields: Fields): Boolean   = Search().in(fields)
  def within(shape: Shape): Boolean     = Search().in(shape)

  private final class Search:
    private val visited = java.util.IdentityHashMap[AnyRef, AnyRef]()

    def in(shape: Shape): Boolean =
      visited.put(shape, shape) == null &&
        (shape.kinds > 1 || shape.items.exists(in) || shape.objects.exists(in))

    /** A conflict between variants is none: they can be cases of a union. */
    def in(objects: Objects): Boolean = visited.put(objects, objects) == null && objects.variants.values.exists(in)

    def in(fields: Fields): Boolean = fields.members.values.exists(in) || fields.wide.exists(in)

/** Counts the fields that are missing in some objects, in all types below. */
private[custom] object Holes:
  def of(fields: Fields): Int = Search().of(fields)

  private final class Search:
    private val seen = java.util.IdentityHashMap[AnyRef, AnyRef]()

    def of(fields: Fields): Int =
      if seen.put(fields, fields) != null then 0
      else
        val own = fields.members.values.count(_.count < fields.count)
        own + fields.members.values.map(of).sum + fields.wide.fold(0)(of)

    private def of(shape: Shape): Int =
      shape.items.fold(0)(of) + shape.objects.fold(0)(_.variants.values.map(of).sum)

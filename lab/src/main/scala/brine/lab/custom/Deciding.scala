package brine.lab.custom

import brine.lab.custom.Objects.Decision

/** Decides for all objects whether they become a class, several classes, or a map. A decision may merge objects, about
  * which is then decided again.
  */
private[custom] object Deciding:
  def all(root: Shape): Unit =
    var open = undecided(root)
    while open.nonEmpty do
      for objects <- open if objects.now.decision.isEmpty do decide(objects.now)
      open = undecided(root)

  /** The objects without a decision, the outer ones first. */
  private def undecided(root: Shape): List[Objects] =
    val visited = java.util.IdentityHashMap[AnyRef, AnyRef]()
    val found   = scala.collection.mutable.ListBuffer[Objects]()

    def visit(shape: Shape): Unit =
      if visited.put(shape, shape) == null then
        shape.items.foreach(visit)
        shape.objects.foreach: objects =>
          if visited.put(objects, objects) == null then
            if objects.decision.isEmpty then found += objects
            for fields <- objects.variants.values do
              fields.members.values.foreach(visit)
              fields.wide.foreach(visit)

    visit(root)
    found.toList

  private def decide(objects: Objects): Unit =
    val chosen =
      if isUnion(objects) then Decision.Union
      else
        val fields = objects.gather()
        if !fields.fitClass || isOfOneType(fields) || !Recursion.isCircular(objects) && isMap(fields) then
          fields.widen()
          Decision.Keyed
        else Decision.Class
    // Widening may have merged these objects into others.
    objects.now.decision = if objects.now eq objects then Some(chosen) else None

  /** Whether one class for all is impossible, or would have many optional fields. */
  private def isUnion(objects: Objects): Boolean =
    val variants = objects.variants
    objects.discriminator.nonEmpty && variants.sizeIs >= 2 && !variants.contains(None) &&
    variants.values.forall(_.fitClass) && (variants.sizeIs <= 8 || objects.count >= 4 * variants.size) && {
      val all   = objects.copy(java.util.IdentityHashMap[AnyRef, AnyRef]().asMap).gather()
      val split = variants.values.map(Holes.of).sum
      val holes = Holes.of(all)
      Conflicts.within(all) && !variants.values.exists(Conflicts.within(_)) || holes > 0 && 2 * split <= holes
    }

  /** Whether there are so many names that a class is chosen only for values of different types. */
  private def isOfOneType(fields: Fields): Boolean =
    fields.members.sizeIs > Fields.manyNames && !Conflicts.within(fields.together)

  /** Whether the names of the fields are data: many, and few objects have the same. */
  private def isMap(fields: Fields): Boolean =
    fields.members.nonEmpty && {
      val names = fields.members.keys
      val used  = fields.members.values.map(_.count).sum.toDouble / fields.members.size / fields.count
      val ids   = names.forall(isId) && names.sizeIs >= 2
      val many  = names.sizeIs >= 20 && (used <= 0.5 || fields.count == 1 && names.sizeIs >= 40)
      (ids || many) && isUniform(fields)
    }

  private def isUniform(fields: Fields): Boolean =
    val all        = fields.together
    val ofOneClass = all.objects.forall: objects =>
      val inner = objects.copy(java.util.IdentityHashMap[AnyRef, AnyRef]().asMap).gather()
      inner.wide.nonEmpty || inner.members.isEmpty || inner.members.values.exists(_.count == inner.count)
    !Conflicts.within(all) && ofOneClass

  /** A name that is an id rather than a word: a number, a UUID, a date. */
  private def isId(name: String): Boolean =
    name.matches("[0-9]+") || Texts.isUuid(name) || name.matches("[0-9]{4}-[0-9]{2}(-[0-9]{2}.*)?")

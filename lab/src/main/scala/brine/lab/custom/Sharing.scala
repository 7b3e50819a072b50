package brine.lab.custom

/** Makes one definition of several that are equal but for a number at the end of their names, such as the address of a
  * customer and that of an order.
  */
private[custom] object Sharing:
  /** The definitions that are left.
    *
    * @param root
    *   the one that every record has; it keeps its name
    */
  def of(root: String, all: List[Definition]): List[Definition] =
    val groups = all.groupBy(one => base(one) -> body(one)).values.filter(_.sizeIs > 1)
    if groups.isEmpty then all
    else
      val renamed = groups.flatMap: same =>
        val kept = same.find(_.name == root).getOrElse(same.minBy(one => (one.name.length, one.name)))
        same.filter(_ ne kept).map(_.name -> kept.name)
      val names = renamed.toMap
      of(root, all.filterNot(one => names.contains(one.name)).map(rename(_, names)))

  private def base(one: Definition): String = one.name.reverse.dropWhile(_.isDigit).reverse

  /** The definition without its own name. Cases of unions have names of their own, so no two unions are equal. */
  private def body(one: Definition): Definition = one match
    case record: Definition.Record =>
      rename(record, Map(record.name -> "")) match
        case renamed: Definition.Record => renamed.copy(name = "")
        case other                      => other
    case choice: Definition.Choice => choice.copy(name = "")
    case union: Definition.Union   => union

  private def rename(one: Definition, names: Map[String, String]): Definition = one match
    case record: Definition.Record => renamed(record, names)
    case union: Definition.Union   =>
      union.copy(cases = union.cases.map((kind, record) => kind -> renamed(record, names)))
    case choice: Definition.Choice => choice

  private def renamed(record: Definition.Record, names: Map[String, String]): Definition.Record =
    def in(tpe: DataType): DataType = tpe match
      case DataType.Optional(of) => DataType.Optional(in(of))
      case DataType.Many(of)     => DataType.Many(in(of))
      case DataType.Keyed(of)    => DataType.Keyed(in(of))
      case DataType.Named(name)  => DataType.Named(names.getOrElse(name, name))
      case scalar                => scalar
    record.copy(fields = record.fields.map(field => field.copy(tpe = in(field.tpe))))

package brine.lab.custom

import brine.lab.child.Cancellation
import brine.lab.failure.RunFailure
import brine.lab.sample.{Json, JsonReader}

/** Infers types from JSON, record by record. What it keeps depends on how many different paths the records have, and
  * the sample it keeps is bounded too, so the data may be larger than the memory. One thread.
  *
  * @param hint
  *   a name for the records
  * @param without
  *   paths to leave out, such as `$.payload`
  * @param sampleBytes
  *   most bytes of the sample
  */
final class Inference(hint: String, without: Set[String] = Set.empty, sampleBytes: Int = Sample.mostBytes):
  private val root   = Shape(Room())
  private val sample = Sample(sampleBytes)
  private val left   = without.toList.sorted.map(path => path -> Without.steps(path))

  /** The paths of which no record had anything yet. */
  private var absent = left

  /** Reads all records and chooses their types.
    *
    * @throws brine.lab.sample.BadJson
    *   for what is no JSON
    * @throws Untypable
    *   for JSON that no types fit
    */
  def run(in: JsonReader, cancellation: Cancellation = Cancellation()): (Inferred, Sample) =
    val ended   = "ended before all records were read"
    val records = in.foreach: json =>
      if cancellation.requested then throw RunFailure(ended)
      absent = absent.filterNot((_, steps) => Without.names(json, steps))
      val kept = left.foldLeft(json) { case (rest, (_, steps)) => Without.remove(rest, steps) }
      root.add(kept)
      sample.add(kept)
    for (path, _) <- absent.headOption do
      throw Untypable(
        s"--without '$path' names nothing in these records; a path begins at the record, such as '$$.user.tags[]'"
      )
    (Aside.one(cancellation, ended)(Typing(hint).run(root, records)), sample)

/** Leaves parts of records out. */
private[custom] object Without:
  /** The steps of a path: names, `[]` for all elements of an array, `*` for all values of a map. */
  def steps(path: String): List[String] =
    val odd = "\\[\"((?:[^\"\\\\]|\\\\.)*)\"\\]"
    val all = s"$odd|\\[\\]|\\.[^.\\[]+".r.findAllMatchIn(path.stripPrefix("$")).toList
    if !path.startsWith("$") || all.isEmpty || all.map(_.matched).mkString("$", "", "") != path then
      throw brine.lab.failure.Refusal(s"--without wants a path such as '$$.user.tags[]', not '$path'")
    all.map: found =>
      if found.group(1) != null then found.group(1).replaceAll("\\\\(.)", "$1") else found.matched.stripPrefix(".")

  /** Whether the record has something at the path. */
  def names(json: Json, steps: List[String]): Boolean = (json, steps) match
    case (_: Json.Members, List("*"))      => true
    case (_: Json.Items, List("[]"))       => true
    case (_, Nil)                          => true
    case (all: Json.Members, name :: rest) =>
      all.all.exists((key, value) => (name == "*" || key == name) && names(value, rest))
    case (all: Json.Items, "[]" :: rest) => all.values.exists(names(_, rest))
    case _                               => false

  def remove(json: Json, steps: List[String]): Json = (json, steps) match
    case (all: Json.Members, List(name)) =>
      Json.Members(if name == "*" then Vector.empty else all.all.filter(_._1 != name))(all.line)
    case (all: Json.Members, name :: rest) =>
      Json.Members(all.all.map: (key, value) =>
        if name == "*" || key == name then key -> remove(value, rest) else key -> value)(all.line)
    case (all: Json.Items, List("[]"))   => Json.Items(Vector.empty)(all.line)
    case (all: Json.Items, "[]" :: rest) => Json.Items(all.values.map(remove(_, rest)))(all.line)
    case _                               => json

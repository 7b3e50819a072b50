package brine.journal.testkit.contract

import brine.journal.Query
import scala.util.Random

/** A query, and which events it selects by a rule of its own: the oracle for queries.
  *
  * @param selects
  *   whether the query selects an event
  */
private[contract] final class RandomQuery(val query: Query, val selects: LogModel.Event => Boolean)

private[contract] object RandomQuery:
  /** A random query.
    *
    * @param depth
    *   how often its parts are combined at most
    */
  def of(random: Random, streams: Vector[String], depth: Int = 2): RandomQuery =
    def pick(choices: Vector[String]): String = choices(random.nextInt(choices.size))
    random.nextInt(if depth == 0 then 6 else 10) match
      case 0 | 1 =>
        val tag = pick(Vector("x", "y", "xy", "z"))
        RandomQuery(Query.tagged(tag), _.tags(tag))
      case 2 =>
        val (one, two) = (pick(Vector("x", "y", "xy")), pick(Vector("x", "y", "xy")))
        RandomQuery(Query.tagged(one, two), event => event.tags(one) && event.tags(two))
      case 3 =>
        val (one, two) = (pick(kinds), pick(kinds))
        RandomQuery(Query.kinds(one, two), event => event.value.exists(value => Set(one, two)(kindOf(value))))
      case 4 =>
        val (one, two) = (pick(streams), pick(streams))
        RandomQuery(Query.stream(one, two), event => event.stream == one || event.stream == two)
      case 5 =>
        val (name, separator) = if random.nextBoolean() then ("rare", '-') else ("rar", 'e')
        val query             = if separator == '-' then Query.category(name) else Query.category(name, separator)
        RandomQuery(query, event => event.stream.indexOf(separator) == name.length && event.stream.startsWith(name))
      case more =>
        val (one, two) = (of(random, streams, depth - 1), of(random, streams, depth - 1))
        if more % 2 == 0 then RandomQuery(one.query and two.query, event => one.selects(event) && two.selects(event))
        else RandomQuery(one.query or two.query, event => one.selects(event) || two.selects(event))

  private val kinds = Vector("Text", "Number", "Pair", "Absent")

  /** The kind of an event of the contract. */
  def kindOf(event: ContractEvent): String = event match
    case ContractEvent.Text(_)    => "Text"
    case ContractEvent.Number(_)  => "Number"
    case ContractEvent.Pair(_, _) => "Pair"

package brine.lab.custom

import brine.lab.sample.Json
import java.math.BigDecimal as JBigDecimal
import java.time.Instant
import java.util.UUID

/** Reads JSON by inferred types, without the compiler, and writes it again. What the types cannot hold fails. */
object TypedOracle:
  final class Misfit(message: String) extends Exception(message)

  /** What is left of a record after it was read by its type. */
  def through(json: Json, inferred: Inferred): Json = named(json, inferred.root, inferred)

  /** The record as it may come back: nulls in objects are left out, numbers have no form, names no order. */
  def normal(json: Json): Json = json match
    case Json.Members(all) =>
      val kept = all.collect { case (name, value) if value != Json.Null()(0) => name -> normal(value) }
      Json.Members(kept.sortBy(_._1))(0)
    case Json.Items(values)  => Json.Items(values.map(normal))(0)
    case Json.Number(digits) => Json.Number(plain(JBigDecimal(digits)))(0)
    case Json.Text(text)     => Json.Text(if Texts.isTime(text) then Instant.parse(text).toString else text)(0)
    case other               => other

  private def plain(number: JBigDecimal) = if number.signum == 0 then "0" else number.stripTrailingZeros.toString

  private def misfit(json: Json, tpe: Any) = throw Misfit(s"${json.text} does not fit $tpe")

  private def named(json: Json, name: String, inferred: Inferred): Json = inferred.definition(name) match
    case Definition.Record(_, List(only), true) => in(json, only.tpe, inferred)
    case record: Definition.Record              => fields(json, record, inferred)
    case choice: Definition.Choice              =>
      json match
        case Json.Text(text) if choice.values.exists(_._2 == text) => json
        case _                                                     => misfit(json, choice)
    case union: Definition.Union =>
      json match
        case Json.Members(all) =>
          val (kinds, others) = all.partition(_._1 == union.discriminator)
          val record          = kinds match
            case Vector((_, Json.Text(kind))) => union.cases.toMap.getOrElse(kind, misfit(json, union))
            case _                            => misfit(json, union)
          fields(Json.Members(others)(0), record, inferred) match
            case Json.Members(read) => Json.Members(read ++ kinds)(0)
            case _                  => misfit(json, union)
        case _ => misfit(json, union)

  private def fields(json: Json, record: Definition.Record, inferred: Inferred): Json = json match
    case Json.Members(all) =>
      val found = all.toMap
      for name <- found.keys if !record.fields.exists(_.label == name) do misfit(json, s"$record, which has no $name")
      Json.Members(record.fields.toVector.flatMap: field =>
        (found.get(field.label), field.tpe) match
          case (None, DataType.Optional(_)) => None
          case (None, _)                    => misfit(json, s"$record, which wants ${field.label}")
          case (Some(value), tpe)           => Some(field.label -> in(value, tpe, inferred)))(0)
    case _ => misfit(json, record)

  private def in(json: Json, tpe: DataType, inferred: Inferred): Json = (tpe, json) match
    case (DataType.Optional(_), Json.Null())     => json
    case (DataType.Optional(of), _)              => in(json, of, inferred)
    case (DataType.Bool, Json.Bool(_))           => json
    case (DataType.Int32, Json.Number(digits))   => Json.Number(digits.toInt.toString)(0)
    case (DataType.Int64, Json.Number(digits))   => Json.Number(digits.toLong.toString)(0)
    case (DataType.Float64, Json.Number(digits)) => Json.Number(JBigDecimal(digits.toDouble.toString).toString)(0)
    case (DataType.Decimal, Json.Number(_))      => json
    case (DataType.Text, Json.Text(_))           => json
    case (DataType.Time, Json.Text(text))        => Json.Text(Instant.parse(text).toString)(0)
    case (DataType.Uuid, Json.Text(text))        => Json.Text(UUID.fromString(text).toString)(0)
    case (DataType.Many(of), Json.Items(values)) => Json.Items(values.map(in(_, of, inferred)))(0)
    case (DataType.Keyed(of), Json.Members(all)) =>
      Json.Members(all.map((key, value) => key -> in(value, of, inferred)))(0)
    case (DataType.Named(name), _) => named(json, name, inferred)
    case _                         => misfit(json, tpe)

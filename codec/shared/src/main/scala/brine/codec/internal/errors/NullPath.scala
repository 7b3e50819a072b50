package brine.codec.internal.errors

import brine.codec.{EncodeError, Shared}

import java.util.IdentityHashMap

/** Finds the null that made encoding fail, so that the error can give its path. */
private[codec] object NullPath:

  /** The error to report for an exception thrown while `value` was written. */
  def explain(error: Exception, value: Any): Exception = error match
    case known: EncodeError if known.path.nonEmpty => known
    case _                                         =>
      new NullPath().find(value, "", 0) match
        case Some(path) if path.isEmpty => EncodeError("the value is null", "")
        case Some(path)                 => EncodeError("a null: bytes have no form for it; use an Option", path)
        case None                       => error

  private val MaxDepth = 200

private final class NullPath:
  import NullPath.*

  // The shared values that were entered: they may contain each other in many ways.
  private val entered = new IdentityHashMap[AnyRef, AnyRef]

  private def find(value: Any, path: String, depth: Int): Option[String] =
    def first(parts: Iterator[(Any, String)]): Option[String] =
      parts.map((part, at) => find(part, at, depth + 1)).collectFirst { case Some(found) => found }
    value match
      case null                  => Some(path)
      case _ if depth > MaxDepth => None
      case Some(inner)           => find(inner, path, depth + 1)
      case shared: Shared[?]     =>
        val inner = shared.value.asInstanceOf[AnyRef]
        if inner == null || entered.put(inner, inner) == null then find(inner, path, depth + 1) else None
      case all: java.util.Map[?, ?] =>
        first(all.entrySet.toArray.iterator.flatMap { case entry: java.util.Map.Entry[?, ?] =>
          List(entry.getKey -> s"$path[key]", entry.getValue -> s"$path[${entry.getKey}]")
        })
      case all: java.util.Collection[?]    => find(all.toArray, path, depth + 1)
      case all: scala.collection.Map[?, ?] =>
        first(all.iterator.flatMap((k, v) => List(k -> s"$path[key]", v -> s"$path[$k]")))
      case all: Iterable[?] => first(all.iterator.zipWithIndex.map((v, i) => v -> s"$path[$i]"))
      case all: Array[?]    => first(all.iterator.zipWithIndex.map((v, i) => v -> s"$path[$i]"))
      case product: Product =>
        first(
          product.productIterator
            .zip(product.productElementNames)
            .map((v, name) => v -> (if path.isEmpty then name else s"$path.$name"))
        )
      case _ => None

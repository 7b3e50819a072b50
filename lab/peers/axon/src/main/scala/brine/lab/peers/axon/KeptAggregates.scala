package brine.lab.peers.axon

import java.util.concurrent.ConcurrentHashMap
import java.util.function.{Predicate, Supplier, UnaryOperator}

import org.axonframework.common.Registration
import org.axonframework.common.caching.Cache

/** Keeps every aggregate in memory. Axon's own cache in memory has weak references, which each collection of garbage
  * may clear. Safe from any thread.
  */
private final class KeptAggregates extends Cache:
  private val kept = ConcurrentHashMap[Object, Object]()

  def get[K, V](key: K): V                                            = kept.get(key).asInstanceOf[V]
  def put(key: Object, value: Object): Unit                           = kept.put(key, value): Unit
  def putIfAbsent(key: Object, value: Object): Boolean                = kept.putIfAbsent(key, value) == null
  override def computeIfAbsent[T](key: Object, value: Supplier[T]): T =
    kept.computeIfAbsent(key, _ => value.get.asInstanceOf[Object]).asInstanceOf[T]
  override def computeIfPresent[V](key: Object, update: UnaryOperator[V]): Unit =
    kept.computeIfPresent(key, (_, value) => update(value.asInstanceOf[V]).asInstanceOf[Object]): Unit
  def remove(key: Object): Boolean                 = kept.remove(key) != null
  override def removeAll(): Unit                   = kept.clear()
  def removeIf(isRemoved: Predicate[Object]): Unit = kept.keySet.removeIf(isRemoved): Unit
  def containsKey(key: Object): Boolean            = kept.containsKey(key)

  def registerCacheEntryListener(listener: Cache.EntryListener): Registration = () => false

package brine.codec.javaapi

import brine.codec.Limits

/** Builds [[brine.codec.Limits]] in Java, starting from the defaults: `LimitsBuilder.create().depth(16).build()`.
  *
  * Each method sets the limit of the same name and returns another builder; builders are immutable. A value that
  * [[brine.codec.Limits]] refuses throws an `IllegalArgumentException`.
  */
final class LimitsBuilder private (limits: Limits):
  def depth(most: Int): LimitsBuilder              = new LimitsBuilder(limits.copy(depth = most))
  def emptyElements(most: Int): LimitsBuilder      = new LimitsBuilder(limits.copy(emptyElements = most))
  def allocationFactor(factor: Int): LimitsBuilder = new LimitsBuilder(limits.copy(allocationFactor = factor))
  def allocationBase(bytes: Int): LimitsBuilder    = new LimitsBuilder(limits.copy(allocationBase = bytes))
  def bigIntBytes(most: Int): LimitsBuilder        = new LimitsBuilder(limits.copy(bigIntBytes = most))
  def bigDecimalScale(most: Int): LimitsBuilder    = new LimitsBuilder(limits.copy(bigDecimalScale = most))
  def equalHashes(most: Int): LimitsBuilder        = new LimitsBuilder(limits.copy(equalHashes = most))
  def build(): Limits                              = limits

object LimitsBuilder:
  /** Starts with the default limits. */
  def create(): LimitsBuilder = new LimitsBuilder(Limits.default)

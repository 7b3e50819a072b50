package brine.codec.bench.datasets

class DataSetSuite extends munit.FunSuite:
  // What borsh takes by the benchmark's page: so the values are those of the benchmark, as far as sizes can tell.
  private val borsh = Map("log" -> 885780, "mesh" -> 6000004, "minecraft saves" -> 446595, "mk48 updates" -> 1521989)

  for set <- DataSet.all do
    for name <- Contender.names do
      test(s"$name reads ${set.name} as it was written, whatever was written before"):
        roundTrip(set, name)

  for (name, bytes) <- borsh do
    test(s"$name has the size that is published for codecs of fixed widths"):
      assertEquals(fixedSize(DataSet.named(name)), bytes)

  private def roundTrip[A](set: DataSet[A], name: String): Unit =
    val contender = Contender.of(name, set)
    for part <- Seq(0.01, 0.0, 0.02, 0.01) do
      val value = set.value(part)
      val bytes = contender.write(value)
      assert(set.same(contender.read(bytes), value))
      assertEquals(contender.reuse(value), bytes.length)

  private def fixedSize[A](set: DataSet[A]): Int =
    val contender = Contender.of("by hand", set)
    val value     = set.value(1)
    assert(set.same(contender.read(contender.write(value)), value))
    contender.reuse(value)

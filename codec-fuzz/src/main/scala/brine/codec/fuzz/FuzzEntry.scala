package brine.codec.fuzz

/** What the fuzzer calls, once for each input. The target's name is its only argument. */
object FuzzEntry:
  private var target: FuzzTarget = RichTarget

  def fuzzerInitialize(arguments: Array[String]): Unit =
    target = FuzzTarget.find(arguments(0)).get
    // Classes load and tables are made outside of what is measured.
    target.seeds.foreach(target.run)

  def fuzzerTestOneInput(input: Array[Byte]): Unit = target.run(input)

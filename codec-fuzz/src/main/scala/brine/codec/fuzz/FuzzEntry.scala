package brine.codec.fuzz

/** The entry point that the fuzzer calls once per input. Its only argument is the name of the target. */
object FuzzEntry:
  private var target: FuzzTarget = RichTarget

  def fuzzerInitialize(arguments: Array[String]): Unit =
    target = FuzzTarget.find(arguments(0)).get
    // Load classes and fill tables before anything is measured.
    target.seeds.foreach(target.run)

  def fuzzerTestOneInput(input: Array[Byte]): Unit = target.run(input)

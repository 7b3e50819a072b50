package brine.cli.codec

/** The options of the codec commands. */
private[codec] object Options
    extends brine.commandline.Options(
      valued = Set("--schema", "--schema-hex", "--offset", "--limit", "--top"),
      flags = Set("--hex", "--bare", "--tagged", "--dictionary", "--json", "--help", "-h")
    )

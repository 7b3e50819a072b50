package brine.lab.peer;

import java.nio.file.Path;
import java.util.Optional;

/**
 * Where the data of a case come from.
 *
 * @param siteData a folder of {@code site_1k.json .. site_64k.json} and {@code events_1k.jsonl ..} in the published JSON
 *                 shape, or empty for the lab's own generated data
 */
public record Input(Optional<Path> siteData) {}

package brine.lab.peer;

import java.nio.file.Path;
import java.util.Optional;

/**
 * The source of a case's data.
 *
 * @param siteData a folder with {@code site_1k.json .. site_64k.json} and {@code events_1k.jsonl ..} in the published
 *     JSON format; empty for the lab's generated data
 */
public record Input(Optional<Path> siteData) {}

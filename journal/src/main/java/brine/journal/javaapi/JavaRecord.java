package brine.journal.javaapi;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * An event as it was appended.
 *
 * @param offset offset of the record: its number among all records
 * @param stream name of its stream
 * @param version its number in the stream, from 1
 * @param at time at which it was accepted, to the microsecond; never before that of an earlier record
 * @param tags the tags of its append; unmodifiable
 * @param key the idempotency key of its append; only the first event of an append has it
 * @param value the event
 */
public record JavaRecord<A>(
    long offset, String stream, long version, Instant at, Set<String> tags, Optional<UUID> key, A value) {}

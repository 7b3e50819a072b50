package brine.journal.javaapi;

/**
 * The state of a key that was loaded.
 *
 * @param offset offset of the last record in the state; replay what is after it
 * @param state the state
 * @param hasSameSchema whether it was saved with the schema that it is read with; if not, the codec has converted it
 *     from that of another version of the type
 */
public record JavaState<S>(long offset, S state, boolean hasSameSchema) {}

package brine.codec.javaapi;

import brine.codec.DecodeError;
import java.util.Optional;
import java.util.function.Function;

/**
 * The result of decoding: a value, or the error.
 *
 * <pre>{@code
 * switch (codec.tryDecode(bytes)) {
 *   case DecodeResult.Value<Reading>(Reading reading) -> show(reading);
 *   case DecodeResult.Failure<Reading>(DecodeError error) -> log(error.offset(), error.path(), error.problem());
 * }
 * }</pre>
 */
public sealed interface DecodeResult<A> {

  /** The decoded value. */
  record Value<A>(A value) implements DecodeResult<A> {}

  /** The bytes were not a value of the type. */
  record Failure<A>(DecodeError error) implements DecodeResult<A> {}

  /** The value, or empty after an error; the error is dropped. */
  default Optional<A> toOptional() {
    return this instanceof Value<A> it ? Optional.of(it.value()) : Optional.empty();
  }

  /**
   * Returns the value.
   *
   * @throws DecodeError if decoding failed
   */
  default A orElseThrow() throws DecodeError {
    if (this instanceof Value<A> it) return it.value();
    throw ((Failure<A>) this).error();
  }

  /** Applies a function to the value; an error stays as it is. */
  default <B> DecodeResult<B> map(Function<? super A, ? extends B> function) {
    if (this instanceof Value<A> it) return new Value<>(function.apply(it.value()));
    return new Failure<>(((Failure<A>) this).error());
  }
}

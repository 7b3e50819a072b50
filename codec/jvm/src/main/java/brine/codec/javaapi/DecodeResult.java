package brine.codec.javaapi;

import brine.codec.DecodeError;
import java.util.Optional;
import java.util.function.Function;

/**
 * What bytes were: a value, or something else and why.
 *
 * <pre>{@code
 * switch (codec.tryDecode(bytes)) {
 *   case DecodeResult.Value<Reading>(Reading reading) -> show(reading);
 *   case DecodeResult.Failure<Reading>(DecodeError error) -> log(error.offset(), error.path(), error.problem());
 * }
 * }</pre>
 */
public sealed interface DecodeResult<A> {

  /** The bytes were this value. */
  record Value<A>(A value) implements DecodeResult<A> {}

  /** The bytes were no value of the type. */
  record Failure<A>(DecodeError error) implements DecodeResult<A> {}

  /** The value, if there is one; why there is none is lost. */
  default Optional<A> toOptional() {
    return this instanceof Value<A> it ? Optional.of(it.value()) : Optional.empty();
  }

  /**
   * The value.
   *
   * @throws DecodeError if there is none
   */
  default A orElseThrow() throws DecodeError {
    if (this instanceof Value<A> it) return it.value();
    throw ((Failure<A>) this).error();
  }

  /** The result of a function of the value, or the same failure. */
  default <B> DecodeResult<B> map(Function<? super A, ? extends B> function) {
    if (this instanceof Value<A> it) return new Value<>(function.apply(it.value()));
    return new Failure<>(((Failure<A>) this).error());
  }
}

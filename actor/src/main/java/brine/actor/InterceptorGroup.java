package brine.actor;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Several interceptors as one value. The runtime calls its members, never the group. */
final class InterceptorGroup implements ActorInterceptor {
  /** No interceptor. */
  static final ActorInterceptor None = new InterceptorGroup(new ActorInterceptor[0]);

  /** The interceptor of the system. */
  static final ActorInterceptor OfSystem = new ActorInterceptor() {
    @Override
    public String toString() {
      return "ActorInterceptor.ofSystem()";
    }
  };

  final ActorInterceptor[] members;

  private InterceptorGroup(ActorInterceptor[] members) {
    this.members = members;
  }

  /** The members of a group, groups within it included; an array of one for any other interceptor. */
  static ActorInterceptor[] membersOf(ActorInterceptor interceptor) {
    return interceptor instanceof InterceptorGroup group ? group.members : new ActorInterceptor[] {interceptor};
  }

  /** A group of all of these. */
  static ActorInterceptor of(ActorInterceptor[] interceptors) {
    List<ActorInterceptor> members = new ArrayList<>();
    for (ActorInterceptor interceptor : interceptors) {
      Objects.requireNonNull(interceptor, "interceptor");
      if (interceptor == OfSystem)
        throw new IllegalArgumentException("ActorInterceptor.ofSystem() cannot be one of several");
      members.addAll(List.of(membersOf(interceptor)));
    }
    return members.isEmpty() ? None : new InterceptorGroup(members.toArray(new ActorInterceptor[0]));
  }

  @Override
  public String toString() {
    return "interceptors " + List.of(members);
  }
}

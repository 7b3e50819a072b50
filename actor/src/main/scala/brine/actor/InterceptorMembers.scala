package brine.actor

/** The interceptors to call for one value. */
private[brine] object InterceptorMembers:
  /** The members of a group, groups within it included; an array of one for any other interceptor. */
  def of(interceptor: ActorInterceptor): Array[ActorInterceptor] = InterceptorGroup.membersOf(interceptor)

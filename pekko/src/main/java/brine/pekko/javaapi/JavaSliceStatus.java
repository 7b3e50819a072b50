package brine.pekko.javaapi;

import brine.entity.projection.ProjectionStatus;
import java.util.Optional;

/**
 * What a slice of a projection on a cluster is doing, at a moment.
 *
 * @param slice its number, from 0
 * @param node address of the node that runs it; empty if no node has answered in time
 * @param position every record of the slice up to this offset is in the projection, or set aside
 * @param lag number of records of the log after the position, of this slice or not
 * @param hasCaughtUp whether this version of the slice has once reached the end of the log
 * @param applied number of records that its runner has applied
 * @param recordsPerSecond records applied in the last seconds, a second
 * @param setAside number of records set aside
 * @param failure what it is trying again, if the last attempt failed
 * @param end why it has ended, if it has and does not start again by itself
 */
public record JavaSliceStatus(
    int slice,
    Optional<String> node,
    long position,
    long lag,
    boolean hasCaughtUp,
    long applied,
    double recordsPerSecond,
    int setAside,
    Optional<ProjectionStatus.Failure> failure,
    Optional<String> end) {}

package brine.lab.harness;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;

/** Figures of this JVM's collectors and heap. */
final class Collection {
  private Collection() {}

  static void full() {
    System.gc();
  }

  /** Milliseconds that collections have taken so far. */
  static long millis() {
    long sum = 0;
    for (GarbageCollectorMXBean collector : ManagementFactory.getGarbageCollectorMXBeans())
      sum += Math.max(0, collector.getCollectionTime());
    return sum;
  }

  static void resetPeaks() {
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) pool.resetPeakUsage();
  }

  /** The sum of the heap pools' peaks: an upper bound, as the pools need not peak together. */
  static long peakHeap() {
    long sum = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans())
      if (pool.getType() == MemoryType.HEAP) sum += pool.getPeakUsage().getUsed();
    return sum;
  }

  /** Bytes of live objects: the heap in use after collections. */
  static long live() {
    // The first collection may leave objects held by references and cleaners; the second removes them.
    full();
    full();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}

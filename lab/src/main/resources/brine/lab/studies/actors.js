// Study actors: runs, memory, asks.
function actors(libraries) {
  const row = (l) => find("actors", state.program, l, "run");
  const order = sorted(libraries, (l) => row(l)?.value);
  const shown = order.filter((l) => row(l));
  const series = [
    { name: "one run", value: (l) => row(l)?.value, range: (l) => (row(l)?.value !== undefined ? [row(l).lo, row(l).hi] : undefined) },
  ];
  // Whole runs that took turns have no first run.
  if (shown.some((l) => row(l).first !== undefined)) series.push({ name: "the first run of its JVM", value: (l) => row(l)?.first });
  bars("actors", shown, series, `ms, ${state.program}`);
}
function actorMemory(libraries) {
  const figure = (l) => find("actors", "idle-1M", l, "bytes")?.value;
  const range = (l) => { const row = find("actors", "idle-1M", l, "bytes"); return row && row.value !== undefined ? [row.lo, row.hi] : undefined; };
  bars("actors-memory", sorted(libraries, figure).filter((l) => figure(l) !== undefined), [{ name: "bytes of heap for one idle actor", value: figure, range }], "bytes");
}
function actorAsks(libraries) {
  const figure = (l, op) => find("actors", state.asking, l, op)?.value;
  const order = sorted(libraries, (l) => figure(l, "p50")).filter((l) => figure(l, "p50") !== undefined);
  bars("actors-ask", order, ["p50", "p99", "p99.9"].map((op) => ({ name: op, value: (l) => figure(l, op) })), `µs, ${state.asking}`);
}

drawings.push(actors, actorMemory, actorAsks);

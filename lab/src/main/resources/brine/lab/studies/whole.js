// Study whole: commands a second, and their delays.
function wholeRates(libraries) {
  const row = (l) => find("whole", state.callers, l, "rate");
  const figure = (l) => row(l)?.value;
  const order = sorted(libraries, (l) => (figure(l) === undefined ? undefined : -figure(l))).filter((l) => figure(l) !== undefined);
  const range = (l) => (figure(l) === undefined ? undefined : [row(l).lo, row(l).hi]);
  bars("whole", order, [{ name: "commands a second", value: figure, range }], `commands/s, ${state.callers}`);
}
function wholeDelays(libraries) {
  const figure = (l, op) => find("whole", state.callers, l, op)?.value;
  const order = sorted(libraries, (l) => figure(l, "p50")).filter((l) => figure(l, "p50") !== undefined);
  bars("whole-delays", order, ["p50", "p99", "p99.9"].map((op) => ({ name: op, value: (l) => figure(l, op) })), `µs, ${state.callers}`);
}

drawings.push(wholeRates, wholeDelays);

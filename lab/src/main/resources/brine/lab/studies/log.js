// Study log: multiples of R, and the program of 2001.
function logLoads(libraries) {
  const row = (l) => find("log", state.load, l, "rate");
  const figure = (l) => row(l)?.ofR;
  const order = sorted(libraries, (l) => (figure(l) === undefined ? undefined : -figure(l))).filter((l) => figure(l) !== undefined);
  bars("log", order, [{ name: "multiples of R", value: figure }], `R, ${state.load}`);
}
function logCurve(libraries) {
  const theme = look();
  const points = data.rows.filter((r) => r.study === "log" && r.op === "records" && r.value !== undefined);
  const figure = (r) => (state.curve === "integers" ? r.value * r.n : r.value);
  const series = libraries.flatMap((l) => {
    const mine = points.filter((r) => r.library === l.name).sort((a, b) => a.n - b.n).map((r) => [r.n, figure(r)]);
    return mine.length ? [line(l.name, theme, mine, {})] : [];
  });
  const unit = state.curve === "integers" ? "Integers/s" : "records/s";
  lines("log-curve", narrow() ? 440 : 560, series,
    axis(theme, { type: "log", name: "Integers in a record", min: 1, axisLabel: { formatter: tick } }),
    { ...valueAxis(theme, unit, series.flatMap((s) => s.data.map((p) => p[1])), true), nameGap: 64 },
    { trigger: "item", formatter: (p) => `${html(p.seriesName)}<br>${p.value[0].toLocaleString("en-US")} Integers: ${short(p.value[1])} ${unit}` });
}

drawings.push(logLoads, logCurve);

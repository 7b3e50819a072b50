// Study evactor: time over the number of events, and one event.
function evactor(libraries) {
  const theme = look();
  const failures = new Set(["oom", "timeout", "crashed"]);
  const runs = data.rows.filter((r) => r.study === "evactor" && r.op === "run");
  const counts = [...new Set(runs.map((r) => r.n))].sort((a, b) => a - b);
  const ms = (row) => (row && row.value !== undefined ? (state.clock === "cpu" && row.cpu ? row.cpu / 1e6 : row.value) : undefined);
  const asPublished = new Set(data.libraries.filter((l) => l.traits.includes("as-published")).map((l) => l.name));
  let regular = 0;
  const series = libraries.flatMap((l) => {
    const points = [];
    let end = null;
    for (const n of counts) {
      const row = runs.find((r) => r.library === l.name && r.n === n);
      const value = ms(row);
      if (value !== undefined) {
        points.push([n, value]);
        if (!asPublished.has(l.name)) regular = Math.max(regular, value);
      } else if (row && failures.has(row.status) && !end) end = [n, row.status];
    }
    if (!points.length && !end) return [];
    const last = points.length ? points[points.length - 1] : [counts[0], 1];
    // The failure is drawn where the line would have gone on: at the n that failed, no lower than the last success.
    const cross = end && { symbol: "path://M0,0 L10,10 M10,0 L0,10", symbolSize: 13, itemStyle: { color: "none", borderColor: theme.bad, borderWidth: 2.5 },
      label: { show: true, formatter: `${l.name}: ${end[1]}`, color: theme.bad, position: "top" }, data: [{ coord: [end[0], last[1]] }] };
    return [line(l.name, theme, points, cross ? { markPoint: cross } : {})];
  });
  const published = state.then !== "show" ? [] : [...new Set(data.studies.evactor.published.map((p) => p.library))].map((name) => ({
    name: `${name}, 2013`,
    type: "line",
    data: data.studies.evactor.published.filter((p) => p.library === name).map((p) => [p.n, p.ms]),
    symbol: "none",
    lineStyle: { type: "dashed", width: 1.3, color: theme.soft },
    itemStyle: { color: theme.soft },
    endLabel: { show: !narrow(), formatter: "{a}", color: theme.soft, fontSize: 11 },
    labelLayout: { moveOverlap: "shiftY" },
  }));
  const values = [...series, ...published].flatMap((s) => s.data.map((p) => p[1]));
  const cut = state.cut === "cut" && regular > 0;
  lines("evactor", narrow() ? 440 : 560, [...series, ...published],
    axis(theme, { type: "value", name: "events", min: 0, axisLabel: { formatter: (v) => v.toLocaleString("en-US") } }),
    { ...valueAxis(theme, cut ? "ms (axis cut)" : "ms", values), nameGap: 52, ...(cut ? { max: Math.ceil(regular * 1.1) } : {}) },
    { trigger: "item", formatter: (p) => (p.componentType === "markPoint" ? html(p.seriesName) : `${html(p.seriesName)}<br>${p.value[0].toLocaleString("en-US")} events: ${short(p.value[1])} ms`) });
}

function perEvent(libraries) {
  const figure = (l, op) => time(find("evactor", "events-1000", l, op));
  const names = libraries.filter((l) => data.rows.some((r) => r.study === "evactor" && r.library === l.name));
  const order = sorted(names, (l) => { const a = figure(l, "encode"), b = figure(l, "decode"); return a === undefined || b === undefined ? undefined : a + b; });
  bars("evactor-event", order, [["write", "encode"], ["read", "decode"]].map(([word, op]) => ({
    name: word,
    value: (l) => figure(l, op),
    range: (l) => { const row = find("evactor", "events-1000", l, op); return row && row.value !== undefined && state.clock === "wall" ? [row.lo, row.hi] : undefined; },
  })), "ns for one event");
}

drawings.push(evactor, perEvent);

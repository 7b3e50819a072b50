// Study site: times, size against time, growth, sizes, start-up.
function siteTimes(libraries) {
  const cases = state.size === "all" ? sizes : [state.size];
  const name = (size) => `${state.kind}-${size}`;
  const totals = (l) => both("site", name(cases[cases.length - 1]), l);
  const fastest = Math.min(...libraries.map((l) => totals(l.name)).filter((v) => v !== undefined));
  const order = sorted(libraries.filter((l) => data.rows.some((r) => r.study === "site" && r.library === l.name && !r.case.startsWith("rebuild"))), totals);
  const label = `${unitName[state.unit]} for ${state.kind === "site" ? "one site" : "the list of events"} (${state.clock === "cpu" ? "processor" : "wall"} time)`;
  if (state.size === "all") {
    bars("site-times", order, sizes.map((size) => ({
      name: `${size}, write and read`,
      value: (l) => { const t = both("site", name(size), l); return t === undefined ? undefined : scaled(t, fastest); },
    })), label);
    return;
  }
  const best = (op) => Math.min(...libraries.map((l) => time(find("site", name(state.size), l.name, op))).filter((v) => v !== undefined));
  const ops = [["write", "encode"], ["read", "decode"]];
  const published = (year, op) => data.studies.site.published
    .filter((p) => p.year === year && p.op === op && p.kind === state.kind)
    .map((p) => [scaled(p.values[sizes.indexOf(state.size)], best(op)), p.row]);
  const marks = [["2022", "diamond"], ["2016", "triangle"]].flatMap(([year, symbol]) => ops.map(([word, op], like) => ({ name: `published ${year}, ${word}`, symbol, like, points: published(year, op) })));
  bars("site-times", order, ops.map(([word, op]) => ({
    name: word,
    value: (l) => { const t = time(find("site", name(state.size), l, op)); return t === undefined ? undefined : scaled(t, best(op)); },
    range: (l) => {
      const row = find("site", name(state.size), l, op);
      return row && row.value !== undefined && state.clock === "wall" ? [scaled(row.lo, best(op)), scaled(row.hi, best(op))] : undefined;
    },
  })), label, marks);
}

function siteScatter(libraries) {
  const theme = look();
  const size = state.size === "all" ? "8k" : state.size;
  const name = `${state.kind}-${size}`;
  const measured = libraries.flatMap((l) => {
    const sized = find("site", name, l.name, "size");
    const t = both("site", name, l.name);
    return sized && sized.sizes && t !== undefined ? [{ library: l.name, x: sized.sizes[0], y: t }] : [];
  });
  const chosen = new Set(few("site-scatter", measured.map((p) => p.library)));
  const points = measured.filter((p) => chosen.has(p.library));
  const fastest = Math.min(...points.map((p) => p.y));
  const option = {
    ...base(theme),
    grid: { left: 76, right: 24, top: 24, bottom: 48 },
    xAxis: axis(theme, { type: "value", name: `bytes, ${state.kind} ${size}`, axisLabel: { formatter: tick } }),
    yAxis: { ...valueAxis(theme, `${unitName[state.unit]}, write and read`, points.map((p) => scaled(p.y, fastest))), nameGap: 52 },
    series: [{
      type: "scatter",
      symbolSize: 11,
      data: points.map((p) => ({
        name: p.library,
        value: [p.x, scaled(p.y, fastest)],
        symbol: shapes[index.get(p.library) % shapes.length],
        itemStyle: { color: color(p.library, theme) },
        label: { fontWeight: p.library.startsWith("brine") ? "bold" : "normal" },
      })),
      label: { show: true, formatter: "{b}", position: "right", color: theme.ink, fontSize: 11 },
    }],
  };
  option.tooltip = { ...option.tooltip, formatter: (p) => `${html(p.name)}<br>${short(p.value[0])} B, ${short(p.value[1])} ${unitName[state.unit]}` };
  draw("site-scatter", narrow() ? 380 : 480, option);
  const chart = charts.get("site-scatter");
  if (!chart) return;
  // Names that would cover another are left to the tooltip; ours come first.
  const taken = [];
  const placed = option.series[0].data
    .map((p) => ({ p, at: chart.convertToPixel({ xAxisIndex: 0, yAxisIndex: 0 }, p.value) }))
    .sort((a, b) => rank(a.p.name) - rank(b.p.name) || a.at[1] - b.at[1]);
  const right = chart.getWidth() - 8;
  for (const { p, at } of placed) {
    const width = p.name.length * 6.4 + 12;
    const toLeft = at[0] + 8 + width > right;
    const box = { left: toLeft ? at[0] - 8 - width : at[0] + 8, y: at[1] };
    const free = taken.every((t) => Math.abs(t.y - box.y) > 13 || box.left + width < t.left || t.left + t.width < box.left);
    p.label = { ...p.label, show: free, position: toLeft ? "left" : "right" };
    if (free) taken.push({ ...box, width });
  }
  chart.setOption({ series: [{ data: option.series[0].data }] });
}

function siteGrowth(libraries) {
  const theme = look();
  // Mode quick times some of the sizes only.
  const timed = sizes.filter((s) => libraries.some((l) => both("site", `${state.kind}-${s}`, l.name) !== undefined));
  const all = libraries.map((l) => ({ name: l.name, points: timed.map((s) => both("site", `${state.kind}-${s}`, l.name)) })).filter((s) => s.points.some((p) => p !== undefined));
  const best = timed.map((_, i) => Math.min(...all.map((s) => s.points[i]).filter((v) => v !== undefined)));
  const series = all.map((s) => line(s.name, theme, s.points.map((p, i) => (p === undefined ? null : scaled(p, best[i])))));
  const values = series.flatMap((s) => s.data).filter((v) => v !== null);
  lines("site-growth", narrow() ? 420 : 520, series,
    axis(theme, { type: "category", data: timed, name: state.kind === "site" ? "size of the site" : "events of the site", boundaryGap: false }),
    { ...valueAxis(theme, `${unitName[state.unit]}, write and read`, values), nameGap: 52 },
    { trigger: "item", formatter: (p) => `${html(p.seriesName)}<br>${html(p.name)}: ${short(p.value)} ${unitName[state.unit]}` });
}

function siteSizes(libraries) {
  const size = state.size === "all" ? "8k" : state.size;
  const name = `${state.kind}-${size}`;
  const figure = (l, i) => { const row = find("site", name, l, "size"); return row && row.sizes ? row.sizes[i] : undefined; };
  const names = state.kind === "site" ? [["raw", 0], ["gzip", 1], ["zstd", 3]] : [["raw", 0], ["gzip, each alone", 1], ["gzip, all together", 2], ["zstd, all together", 3]];
  const order = sorted(libraries, (l) => figure(l, 0));
  bars("site-sizes", order, names.map(([word, i]) => ({ name: word, value: (l) => figure(l, i) })), `bytes, ${state.kind} ${size}`, [], false);
}

function siteRebuild(libraries) {
  const names = [["events, read", "events"], ["read, and our fold", "rebuild"], ["read, and the published fold", "rebuild-published"]];
  // Mode quick times one size, whichever is chosen.
  const has = (size) => data.rows.some((r) => r.study === "site" && r.case === `rebuild-${size}` && r.value !== undefined);
  const size = has(state.size) ? state.size : sizes.filter(has).pop();
  const figure = (l, kind) => time(find("site", `${kind}-${size}`, l, "decode"));
  const there = libraries.filter((l) => figure(l.name, "rebuild") !== undefined || figure(l.name, "rebuild-published") !== undefined);
  const shown = names.filter(([, kind]) => there.some((l) => figure(l.name, kind) !== undefined));
  const best = Math.min(...there.map((l) => figure(l.name, "rebuild")).filter((v) => v !== undefined));
  bars("site-rebuild", sorted(there, (l) => figure(l, "rebuild")), shown.map(([name, kind]) => ({
    name,
    value: (l) => { const t = figure(l, kind); return t === undefined ? undefined : scaled(t, best); },
  })), `${unitName[state.unit]} for the ${size} site (${state.clock === "cpu" ? "processor" : "wall"} time)`);
}

function startUp(libraries) {
  const figure = (l) => { const row = find("site", "site-1k", l, "startup"); return row && row.value; };
  const denied = (l) => { const row = find("site", "site-1k", l, "startup-deny"); return row && row.value; };
  bars("startup", sorted(libraries, figure), [{ name: "as it is", value: figure }, { name: "with Unsafe denied", value: denied }], "ms");
}

drawings.push(siteTimes, siteScatter, siteGrowth, siteSizes, siteRebuild, startUp);

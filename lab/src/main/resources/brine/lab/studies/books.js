// Study books: the tests as a heat map.
function books(libraries) {
  const theme = look();
  const tests = data.studies.books.cases.flatMap((name) => [["write", "encode"], ["read", "decode"]].map(([word, op]) => ({ name, op, label: `${word} ${name}` })));
  const here = new Set(data.rows.filter((r) => r.study === "books" && (r.platform || "jvm") === state.platform).map((r) => r.library));
  const shown = libraries.map((l) => l.name).filter((name) => here.has(name));
  const figure = (test, l) => time(find("books", test.name, l, test.op));
  const best = tests.map((test) => Math.min(...shown.map((l) => figure(test, l)).filter((v) => v !== undefined)));
  const ratios = (l) => tests.map((test, i) => figure(test, l) / best[i]).filter((v) => v > 0);
  const mean = (l) => { const all = ratios(l); return all.length ? Math.exp(all.reduce((sum, v) => sum + Math.log(v), 0) / all.length) : Infinity; };
  const order = few("books-heat", [...shown].sort((a, b) => mean(a) - mean(b))).reverse();
  const cells = order.flatMap((l, y) => tests.flatMap((test, x) => {
    const value = figure(test, l);
    return value === undefined ? [] : [[x, y, Math.log2(value / best[x]), value / best[x]]];
  }));
  const most = Math.max(1, ...cells.map((c) => c[2]));
  const option = {
    ...base(theme),
    grid: { left: narrow() ? 112 : 176, right: 12, top: 28, bottom: 132 },
    xAxis: axis(theme, { type: "category", data: tests.map((t) => t.label), axisTick: { show: false }, axisLabel: { interval: 0, rotate: 60, fontSize: narrow() ? 9 : 11, hideOverlap: false } }),
    yAxis: axis(theme, {
      type: "category", data: order, axisTick: { show: false },
      axisLabel: {
        interval: 0, fontSize: narrow() ? 10 : 12, ...(narrow() ? { width: 104, overflow: "truncate" } : {}),
        formatter: (label) => (label.startsWith("brine") ? `{ours|${label}}` : label), rich: { ours: { color: theme.accent, fontWeight: "bold" } },
      },
    }),
    visualMap: { show: false, min: 0, max: most, dimension: 2, inRange: { color: [css("--heat-best"), theme.paper, css("--heat-worst")] } },
    series: [{
      type: "heatmap",
      data: cells,
      itemStyle: { borderColor: theme.line, borderWidth: 1 },
      label: { show: !narrow(), color: theme.ink, fontSize: 10, formatter: (p) => (p.value[3] >= 99.5 ? Math.round(p.value[3]) : p.value[3].toPrecision(2)) },
    }],
  };
  option.tooltip = { ...option.tooltip, formatter: (p) => `${html(order[p.value[1]])}<br>${tests[p.value[0]].label}: ${short(p.value[3])} times the fastest` };
  draw("books-heat", 176 + order.length * (narrow() ? 18 : 24), option);
}

drawings.push(books);

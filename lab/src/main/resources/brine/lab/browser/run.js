// Measures one library by the plan of the lab: checks every case, warms all of them up in turns, then times batches.
"use strict";
(async () => {
  const plan = await (await fetch("plan")).json();
  const tell = text => { document.getElementById("doing").textContent = text; };
  const post = event => fetch("event", { method: "POST", body: JSON.stringify({ plan: plan.id, ...event }) });
  const pause = () => new Promise(resolve => setTimeout(resolve));

  const median = sorted => {
    const middle = sorted.length >> 1;
    return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
  };

  const clockStep = () => {
    let least = Infinity;
    for (let i = 0; i < 200; i++) {
      const start = performance.now();
      let next = performance.now();
      while (next === start) next = performance.now();
      least = Math.min(least, next - start);
    }
    return least * 1000;
  };

  const gzipped = async bytes => {
    if (typeof CompressionStream === "undefined") return undefined;
    const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream("gzip"));
    return (await new Response(stream).arrayBuffer()).byteLength;
  };

  const base64 = bytes => {
    let text = "";
    for (let i = 0; i < bytes.length; i += 8192) text += String.fromCharCode(...bytes.subarray(i, i + 8192));
    return btoa(text);
  };

  const timed = (cell, times) => {
    const start = performance.now();
    cell.open[cell.op](times);
    return performance.now() - start;
  };

  const fail = (cell, status, note) => {
    cell.failed = true;
    return post({ event: "cell", id: cell.id, status, note: String(note).slice(0, 240) });
  };

  // One case is opened once for all its cells; a case that does not come back the same is not timed.
  const prepare = async (cell, opened) => {
    await post({ event: "begin", id: cell.id });
    try {
      if (!opened.has(cell.name)) opened.set(cell.name, brineLab.open(plan.library, cell.name));
      cell.open = opened.get(cell.name);
      if (!cell.open.isSame()) return fail(cell, "wrong", "the value read back differs");
      if (cell.op === "size") {
        const bytes = cell.open.bytes();
        await post({ event: "cell", id: cell.id, status: "ok", bytes: base64(bytes), gzip: await gzipped(bytes) });
      }
    } catch (error) {
      return fail(cell, "crashed", error);
    }
  };

  // All cells in turns, so that each is measured with the others' code already seen by the compiler.
  const warmUp = async cells => {
    let told = performance.now();
    for (let turn = 0; turn < plan.warmUpTurns; turn++)
      for (const cell of cells) {
        const end = performance.now() + plan.warmUpTurnMillis;
        try {
          let times = 1, took = 0;
          do {
            took = timed(cell, times);
            cell.perOperation = took / times;
            if (took < 2) times *= 2;
          } while (performance.now() < end);
        } catch (error) {
          cell.perOperation = 0; // the measurement meets it again, and tells
        }
        if (performance.now() - told > 1000) {
          told = performance.now();
          await post({ event: "alive" });
        }
        await pause();
      }
  };

  const measure = async cell => {
    await post({ event: "begin", id: cell.id });
    tell(`${plan.library}: ${cell.name}, ${cell.op}`);
    try {
      const values = [];
      let times = Math.max(1, Math.ceil(plan.batchMillis * 1.15 / Math.max(cell.perOperation, 1e-6)));
      while (values.length < plan.batches) {
        const took = timed(cell, times);
        // A batch too short for the clock is not counted, and the next ones are longer.
        if (took < plan.batchMillis) times = Math.ceil(times * Math.min(16, 1.2 * plan.batchMillis / Math.max(took, 0.01)));
        else values.push(took * 1e6 / times);
        await pause();
      }
      values.sort((a, b) => a - b);
      await post({ event: "cell", id: cell.id, status: "ok", value: median(values), lo: values[0],
        hi: values[values.length - 1], batch: times });
    } catch (error) {
      await fail(cell, "crashed", error);
    }
  };

  if (plan.library) {
    tell(`${plan.library}: checking`);
    await post({ event: "hello", isolated: self.crossOriginIsolated, agent: navigator.userAgent,
      cores: navigator.hardwareConcurrency, clockStepUs: clockStep() });
    const opened = new Map();
    for (const cell of plan.cells) await prepare(cell, opened);
    const cells = plan.cells.filter(cell => cell.op !== "size" && !cell.failed);
    tell(`${plan.library}: warming up`);
    await warmUp(cells);
    for (const cell of cells) await measure(cell);
    await post({ event: "done" });
  }
  tell(plan.library ? `${plan.library} is done.` : "Nothing more to measure: this page can be closed.");

  // Opened by hand, the page continues with the next library, each in a page load of its own.
  while (plan.follow) {
    await new Promise(resolve => setTimeout(resolve, 300));
    const next = await (await fetch("plan")).json();
    if (next.id !== plan.id) return location.reload();
  }
})().catch(error => {
  document.getElementById("doing").textContent = "It failed: " + error;
  fetch("event", { method: "POST", body: JSON.stringify({ event: "failed", note: String(error) }) });
});

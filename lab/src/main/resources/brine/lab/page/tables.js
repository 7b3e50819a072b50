// Tables: a heading sorts its column, and the calculator computes what a reader's own events take.
for (const table of document.querySelectorAll("table.sortable")) {
  const head = table.tHead.rows[table.tHead.rows.length - 1];
  // Columns under a heading of several are sorted by the headings of the last line.
  [...head.cells].forEach((cell, at) => {
    if (!cell.textContent.trim() && table.tHead.rows.length < 2) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "sort";
    button.append(...cell.childNodes);
    if (!button.textContent.trim()) button.textContent = at === 0 ? "name" : "version";
    cell.append(button);
    button.addEventListener("click", () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const other of head.cells) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      sortRows(table.tBodies[0], at, up);
    });
  });
}
function sortRows(body, at, up) {
  const key = (row) => {
    const cell = row.cells[at];
    if (!cell) return undefined;
    if (cell.dataset.value !== undefined) return Number(cell.dataset.value);
    if (cell.dataset.calc !== undefined) return cell.dataset.figure === undefined ? undefined : Number(cell.dataset.figure);
    // A failure or a gap is no figure: such rows come last either way.
    return cell.matches(".bad, .none") ? undefined : cell.textContent;
  };
  const order = (a, b) => {
    const [x, y] = [key(a), key(b)];
    if (x === undefined || y === undefined) return (x === undefined) - (y === undefined);
    return (typeof x === "number" ? x - y : x.localeCompare(y)) * (up ? 1 : -1);
  };
  body.append(...[...body.rows].sort(order));
}

const significant = (value) => value.toLocaleString("en-US", { maximumSignificantDigits: 3 });
function calculate() {
  const table = document.getElementById("calc-table");
  const given = (name) => Math.max(0, Number(document.getElementById("calc-" + name).value) || 0);
  const rows = [...table.tBodies[0].rows];
  const base = rows.find((row) => row.dataset.library === document.getElementById("calc-base").value);
  const scale = given("bytes") / Number(base.dataset.bytes);
  const perDay = given("rate") * 86400 * scale;
  for (const row of rows) {
    const [bytes, zstd, ns] = ["bytes", "zstd", "ns"].map((name) => (row.dataset[name] === undefined ? undefined : Number(row.dataset[name])));
    const figures = {
      bytes: bytes * scale,
      day: (bytes * perDay) / 1e6,
      zstd: (zstd * perDay) / 1e6,
      kept: (bytes * perDay * given("days")) / 1e9,
      year: (bytes * perDay * 365) / 1e9,
      cores: ns === undefined ? undefined : (ns * scale * given("rate")) / 1e9,
    };
    for (const cell of row.querySelectorAll("td[data-calc]")) {
      const figure = figures[cell.dataset.calc];
      if (figure !== undefined) cell.dataset.figure = figure;
      cell.textContent = figure === undefined ? "–" : significant(figure);
    }
  }
}
if (document.getElementById("calc")) {
  for (const input of document.querySelectorAll("#calc input, #calc select")) input.addEventListener("input", calculate);
  calculate();
}

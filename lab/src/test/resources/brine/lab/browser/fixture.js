// A bundle of the tests' own: one sound library, and some that are broken.
var brineLab = {
  libraries: ["sound", "wrong", "throws", "hangs"],
  open(library, name) {
    if (library === "throws") throw new Error("no such field: total");
    const value = { name };
    return {
      last: null,
      isSame() { if (library === "hangs") while (true); return library !== "wrong"; },
      bytes() { return new TextEncoder().encode(JSON.stringify(value)); },
      encode(times) { while (times-- > 0) this.last = JSON.stringify(value); },
      decode(times) { while (times-- > 0) this.last = JSON.parse(`{"name":"${name}"}`); }
    };
  }
};

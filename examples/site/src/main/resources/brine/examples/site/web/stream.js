// The live stream of events. By `fetch` and not by `EventSource`, which cannot send the header with the token.

/** Passes events to a function, and connects again after the last one that it had. A refused token ends it. */
export class LiveStream {
  constructor(client, onEvent, onState, onRefused) {
    this.client = client;
    this.onEvent = onEvent;
    this.onState = onState;
    this.onRefused = onRefused;
    this.last = null;
    this.controller = null;
  }

  get isOpen() {
    return this.controller !== null;
  }

  /** Resolves after the first attempt to connect: a state that is read then misses no event. */
  open() {
    if (this.isOpen) return Promise.resolve();
    this.controller = new AbortController();
    return new Promise(tried => this.#follow(this.controller.signal, tried));
  }

  close() {
    this.controller?.abort();
    this.controller = null;
    this.onState('Paused');
  }

  async #follow(signal, tried) {
    for (let wait = 500; !signal.aborted; wait = Math.min(wait * 2, 10_000)) {
      try {
        const headers = this.client.headers(this.last === null ? {} : { 'Last-Event-ID': this.last });
        const response = await fetch('api/events', { headers, signal, cache: 'no-store' });
        if (response.ok) {
          this.onState('Connected');
          wait = 500;
          await this.#read(response.body, signal, tried);
        } else if (response.status === 401) {
          this.close();
          this.onRefused();
        } else if (response.status === 400) this.last = null; // another log: begin with what comes now
      } catch {
        /* it is tried again */
      }
      tried();
      if (signal.aborted) return;
      this.onState('Connection lost: trying again');
      await new Promise(resolve => setTimeout(resolve, wait));
    }
  }

  // The first block says where the stream begins, and nothing else.
  async #read(body, signal, begun) {
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done || signal.aborted) return;
      text += value;
      const blocks = text.split(/\r?\n\r?\n/);
      text = blocks.pop();
      for (const block of blocks) this.#take(block);
      if (this.last !== null) begun();
    }
  }

  #take(block) {
    let id = null,
      data = '';
    for (const line of block.split(/\r?\n/)) {
      const at = line.indexOf(':');
      if (at <= 0) continue; // a comment
      const field = line.slice(0, at),
        value = line.slice(at + 1).replace(/^ /, '');
      if (field === 'id') id = value;
      else if (field === 'data') data += (data ? '\n' : '') + value;
    }
    if (id !== null) this.last = id;
    if (!data) return;
    this.onEvent(JSON.parse(data));
  }
}

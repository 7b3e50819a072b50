// The API of the service.

/** A random UUID. Not `crypto.randomUUID`, which there is only on pages of loopback and HTTPS. */
export function uuid() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  bytes[6] = (bytes[6] & 0x0f) | 0x40;
  bytes[8] = (bytes[8] & 0x3f) | 0x80;
  const hex = [...bytes].map(byte => byte.toString(16).padStart(2, '0')).join('');
  return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
}

/** An answer that is no success; `status` is 0 if there was none. */
export class Failure extends Error {
  constructor(status, body) {
    super(body.message ?? 'the service does not answer');
    this.status = status;
    this.body = body;
  }
}

const pause = millis => new Promise(resolve => setTimeout(resolve, millis));

export class Client {
  constructor(token) {
    this.token = token;
  }

  headers(more) {
    return { Authorization: `Bearer ${this.token}`, ...more };
  }

  async get(path, signal) {
    return this.#send(path, { headers: this.headers(), signal });
  }

  async post(path) {
    return this.#send(path, { method: 'POST', headers: this.headers() });
  }

  /**
   * Sends commands to a site. If no answer comes, it sends them again with the same key, so that the service executes
   * them once.
   */
  async change(site, commands, basedOn) {
    const request = {
      method: 'POST',
      headers: this.headers({ 'Content-Type': 'application/json', 'Idempotency-Key': uuid() }),
      body: JSON.stringify({ commands, basedOn })
    };
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.#send(`api/sites/${site}/commands`, request);
      } catch (failed) {
        const isPassing = failed instanceof Failure && [0, 429, 503, 504].includes(failed.status);
        if (!isPassing || attempt === 5) throw failed;
        await pause(Math.max((failed.retryAfter ?? 0) * 1000, 200 * 2 ** attempt));
      }
    }
  }

  async #send(path, request) {
    let response;
    try {
      response = await fetch(path, request);
    } catch (failed) {
      if (failed.name === 'AbortError') throw failed;
      throw new Failure(0, {});
    }
    const body = await response.json().catch(() => ({}));
    if (response.ok) return body;
    const failure = new Failure(response.status, body);
    failure.retryAfter = Number(response.headers.get('Retry-After')) || 0;
    throw failure;
  }
}

import { Agent, request } from 'node:http';
import { connect } from 'node:net';

/** A different address of the loopback network than the innocent customer's, as in production. */
const ADDRESS = '127.0.0.66';

export interface HostileRequest {
  readonly method?: 'GET' | 'POST';
  readonly path: string;
  readonly key?: string;
  readonly idempotencyKey?: string;
  readonly body?: string | Buffer;
}

/** Sends anything, discards answers of any size, and counts them. */
export class HostileClient {
  readonly #agent = new Agent({ keepAlive: true, localAddress: ADDRESS });
  readonly #url: URL;
  readonly #signal: AbortSignal;
  readonly answers: Record<string, number> = {};

  constructor(url: string, signal: AbortSignal) {
    this.#url = new URL(url);
    this.#signal = signal;
  }

  get isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Never rejects: counts every outcome. Returns the first part of the body. */
  send({ method, path, key, idempotencyKey, body }: HostileRequest): Promise<string> {
    const headers = {
      ...(key === undefined ? {} : { 'X-API-Key': key }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const chosen = method ?? (body === undefined ? 'GET' : 'POST');
    const options = { method: chosen, headers, agent: this.#agent, signal: this.#signal };
    return new Promise((resolve) => {
      const asked = request(`${this.#url.origin}/api/v1${path}`, options, (response) => {
        this.#count(String(response.statusCode));
        let head = '';
        response.on('data', (chunk: Buffer) => {
          if (head.length < 4_096) head += chunk.toString('latin1');
        });
        response.on('close', () => resolve(head));
        response.on('error', () => resolve(head));
      });
      asked.on('error', () => {
        if (!this.#signal.aborted) this.#count('cut off');
        resolve('');
      });
      asked.end(body);
    });
  }

  /** Returns the id of the created record. */
  async make(what: HostileRequest, field = 'id'): Promise<number> {
    const [, id] = new RegExp(`"${field}":(\\d+)`).exec(await this.send(what)) ?? [];
    return Number(id ?? 0);
  }

  /** Sends all requests in one write on one connection, without waiting for an answer. */
  pipeline(requests: readonly string[]): Promise<void> {
    return new Promise((resolve) => {
      const { port, hostname } = this.#url;
      const socket = connect({ port: Number(port), host: hostname, localAddress: ADDRESS, signal: this.#signal });
      let left = requests.length;
      socket.on('connect', () => socket.write(requests.join('')));
      socket.on('data', (chunk) => {
        for (const [, status = ''] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d{3})/g)) {
          this.#count(status);
          left--;
        }
        if (left <= 0) socket.destroy();
      });
      socket.on('error', () => {});
      socket.on('close', () => resolve());
    });
  }

  close(): void {
    this.#agent.destroy();
  }

  #count(answer: string): void {
    this.answers[answer] = (this.answers[answer] ?? 0) + 1;
  }
}

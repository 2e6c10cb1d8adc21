import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Delivered {
  event: string;
  data: { id: number; reply?: { id: number } };
}

const ANSWER_AFTER_MS = 30;

/** The customer's own server: it records every event that it receives. */
export class Receiver {
  /** Ids of events by what happened; more than one id means that something happened twice. */
  readonly #events = new Map<string, { ids: Set<string>; firstAt: number }>();
  #repeats = 0;
  readonly #server = createServer(async (request, response) => {
    const { event, data } = (await json(request)) as Delivered;
    this.#note(nameHappening(event, data.reply?.id ?? data.id), String(request.headers['x-webhook-id']));
    // The delay keeps some deliveries in progress, so that a fault hits them.
    setTimeout(() => response.end('ok'), ANSWER_AFTER_MS);
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  /** Repeated deliveries of the same event: allowed, but they must be few. */
  get repeats(): number {
    return this.#repeats;
  }

  countEvents(happening: string): number {
    return this.#events.get(happening)?.ids.size ?? 0;
  }

  /** Returns when it was first delivered, or infinity if it never was. */
  heardAt(happening: string): number {
    return this.#events.get(happening)?.firstAt ?? Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #note(happening: string, id: string): void {
    const known = this.#events.get(happening) ?? { ids: new Set(), firstAt: performance.now() };
    if (known.ids.has(id)) this.#repeats++;
    known.ids.add(id);
    this.#events.set(happening, known);
  }
}

export function nameHappening(event: string, id: number): string {
  return `${event} ${id}`;
}

import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

interface Delivered {
  event: string;
  data: { id: number; reply?: { id: number } };
}

/** The customer's own server: it notes every event that it is told of. */
export class Receiver {
  /** Ids of events by what happened: more than one says that something happened twice. */
  readonly #events = new Map<string, Set<string>>();
  #arrivals = 0;
  #repeats = 0;
  readonly #server = createServer(async (request, response) => {
    const { event, data } = (await json(request)) as Delivered;
    this.#note(nameHappening(event, data.reply?.id ?? data.id), String(request.headers['x-webhook-id']));
    response.end('ok');
  });

  async start(): Promise<void> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  get arrivals(): number {
    return this.#arrivals;
  }

  /** Deliveries of an event that had been delivered before: allowed, and to be few. */
  get repeats(): number {
    return this.#repeats;
  }

  countEvents(happening: string): number {
    return this.#events.get(happening)?.size ?? 0;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  #note(happening: string, id: string): void {
    this.#arrivals++;
    const known = this.#events.get(happening) ?? new Set();
    if (known.has(id)) this.#repeats++;
    this.#events.set(happening, known.add(id));
  }
}

export function nameHappening(event: string, id: number): string {
  return `${event} ${id}`;
}

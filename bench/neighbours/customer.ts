import { Agent, request } from 'node:http';

const WAIT_SECONDS = 30;
const PATIENCE_MS = 60_000;
const NEW_TICKET = {
  subject: 'The shop is slow again',
  message: 'It has taken ten seconds a page since this morning, for all our visitors.',
};

/** The innocent customer was refused. */
class Refused extends Error {}

/** A customer with a key, like their program: connections are kept alive, every answer is read to its end. */
export class Customer {
  readonly #agent = new Agent({ keepAlive: true });
  readonly #url: string;
  readonly #key: string;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#key = key;
  }

  show(ticketId: number): Promise<{ id: number }> {
    return this.#send('GET', `/tickets/show?id=${ticketId}`);
  }

  createTicket(): Promise<{ id: number }> {
    return this.post('/tickets', NEW_TICKET);
  }

  /** Takes from the request until the long poll reports that the work has ended. */
  async restart(hostingId: number): Promise<void> {
    const { action_id } = await this.post<{ action_id: number }>(`/hosting/restart?id=${hostingId}`, {});
    await this.waitFor(action_id);
  }

  async waitFor(actionId: number): Promise<void> {
    const giveUpAt = performance.now() + PATIENCE_MS;
    for (;;) {
      const path = `/actions/show?id=${actionId}&wait=${WAIT_SECONDS}`;
      const { status } = await this.#send<{ status: string }>('GET', path);
      if (status === 'succeeded') return;
      if (status === 'failed' || performance.now() > giveUpAt) throw new Refused(`action ${actionId} is ${status}`);
    }
  }

  post<T = { id: number }>(path: string, body: object): Promise<T> {
    return this.#send('POST', path, JSON.stringify(body));
  }

  close(): void {
    this.#agent.destroy();
  }

  #send<T>(method: string, path: string, body?: string): Promise<T> {
    return new Promise((resolve, reject) => {
      const headers = { 'X-API-Key': this.#key, ...(body === undefined ? {} : { 'Content-Type': 'application/json' }) };
      const options = { method, headers, agent: this.#agent, timeout: PATIENCE_MS };
      const asked = request(`${this.#url}/api/v1${path}`, options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk: string) => {
          text += chunk;
        });
        response.on('end', () => {
          const status = response.statusCode ?? 0;
          if (status < 200 || status > 299) return reject(new Refused(`${method} ${path}: ${status} ${text}`));
          resolve((JSON.parse(text) as { data: T }).data);
        });
        response.on('error', reject);
      });
      asked.on('timeout', () => asked.destroy(new Refused(`${method} ${path}: no answer`)));
      asked.on('error', reject);
      asked.end(body);
    });
  }
}

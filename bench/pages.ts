import { Agent, request } from 'node:http';
import type { SeededAccount } from './seed.ts';

/** The maximum page size; larger numbers mean the same. */
const PER_PAGE = 100;

/** The median time of a page of a small and of a large account. */
export interface PageTimes {
  readonly page: 'first' | 'last' | 'middle';
  readonly smallMs: number;
  readonly largeMs: number;
}

interface Listed {
  readonly account: SeededAccount;
  readonly tickets: number;
}

/**
 * Sends the requests one after the other, alternating small and large. Each asks for more than the maximum page size,
 * and for a different number each time. The cache key contains that number, so no request hits the cache, and every
 * request reads the rows and the total.
 */
export async function measurePages(
  url: string,
  small: Listed,
  large: Listed,
  repetitions: number,
): Promise<PageTimes[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: PageTimes[] = [];
  let asked = 0;
  for (const page of ['first', 'last', 'middle'] as const) {
    const taken = { small: [] as number[], large: [] as number[] };
    // A page in the middle of a million rows has to pass half of them; a few requests are enough.
    const count = page === 'middle' ? Math.ceil(repetitions / 10) : repetitions;
    for (let turn = 0; turn < count; turn++) {
      asked++;
      taken.small.push(await timePage(agent, url, small, page, asked));
      taken.large.push(await timePage(agent, url, large, page, asked));
    }
    times.push({ page, smallMs: median(taken.small), largeMs: median(taken.large) });
  }
  agent.destroy();
  return times;
}

async function timePage(
  agent: Agent,
  url: string,
  { account, tickets }: Listed,
  page: PageTimes['page'],
  asked: number,
): Promise<number> {
  const last = Math.ceil(tickets / PER_PAGE);
  const number = { first: 1, last, middle: Math.ceil(last / 2) }[page];
  const path = `/api/v1/tickets?page=${number}&per_page=${PER_PAGE + asked}`;
  const start = performance.now();
  const answer = await get(agent, url + path, account.key);
  const ms = performance.now() - start;
  const { data, meta } = JSON.parse(answer) as { data: unknown[]; meta: { total: number } };
  if (data.length !== PER_PAGE || meta.total !== tickets) throw new Error(`${path} gave the wrong page: ${answer}`);
  return ms;
}

function get(agent: Agent, url: string, key: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { 'X-API-Key': key } }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => resolve(Buffer.concat(chunks).toString()));
      response.on('error', reject);
    });
    asked.on('error', reject);
    asked.end();
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

import { Agent, request } from 'node:http';

/** Time of a whole request. */
export interface Times {
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface Answer {
  readonly data: unknown;
  readonly meta?: { readonly total?: number };
}

export type Api = ReturnType<typeof createApi>;

const PREFIX = '/operator/api/v1';
/** A figure that takes longer is taken from fewer requests. */
const MOST_MS = 2_000;

/** Sends requests to the operator API, one after the other, over one connection. */
export function createApi(url: string, key: string) {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });

  function read(path: string): Promise<string> {
    return new Promise((resolve, reject) => {
      const asked = request(url + path, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const body = Buffer.concat(chunks).toString();
          if (response.statusCode === 200) resolve(body);
          else reject(new Error(`${path} answered ${response.statusCode}: ${body.slice(0, 300)}`));
        });
      });
      asked.on('error', reject);
      asked.end();
    });
  }

  return {
    readFile: read,
    readText: (path: string) => read(PREFIX + path),
    get: async (path: string) => JSON.parse(await read(PREFIX + path)) as Answer,

    /** Times requests for these paths, in turn. */
    async time(paths: readonly string[], count: number): Promise<Times> {
      await read(PREFIX + (paths[0] ?? ''));
      const taken: number[] = [];
      const start = performance.now();
      while (taken.length < count && performance.now() - start < MOST_MS) {
        const sent = performance.now();
        await read(PREFIX + (paths[taken.length % paths.length] ?? ''));
        taken.push(performance.now() - sent);
      }
      return percentiles(taken);
    },

    close: () => agent.destroy(),
  };
}

function percentiles(taken: readonly number[]): Times {
  const sorted = taken.toSorted((a, b) => a - b);
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { p50Ms: at(0.5), p99Ms: at(0.99) };
}

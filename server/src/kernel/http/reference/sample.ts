import type { Call, Parameter } from './document.ts';

/** Writes the request of the example as a curl command. */
export function writeCurl({ method, path }: Call, parameters: readonly Parameter[], body: unknown): string {
  const query = parameters
    .filter(({ in: place, example }) => place === 'query' && example !== undefined)
    .map(({ name, example }) => `${name}=${encodeURIComponent(String(example))}`)
    .join('&');
  const address = `$HOST${path}${query === '' ? '' : `?${query}`}`;
  const lines = [`curl${method === 'GET' ? '' : ` -X ${method}`} "${address}"`, '-H "X-API-Key: $API_KEY"'];
  if (body !== undefined) {
    const text = JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
    lines.push("-H 'Content-Type: application/json'", `-d '${text}'`);
  }
  return lines.join(' \\\n  ');
}

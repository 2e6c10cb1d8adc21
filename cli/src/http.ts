import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { rootCertificates } from 'node:tls';
import { HostlerError } from '../../sdk/src/index.ts';
import { isCertificateError } from './failure.ts';

export interface HttpOptions {
  /** Certificate authority that is trusted besides the public ones, as PEM. */
  readonly ca?: string | undefined;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Called after each response. */
  readonly onAnswer?: ((line: string) => void) | undefined;
  /** Called if the server did not understand a part of the request. */
  readonly onWarning?: ((line: string) => void) | undefined;
}

export interface Http {
  readonly fetch: typeof fetch;
  /** Returns the agent for a URL, also one of a WebSocket. */
  agentOf(url: string): HttpAgent;
  close(): void;
}

/**
 * Returns a `fetch` on Node's own HTTP client. The global one accepts no certificate authority and takes longer to load
 * than the rest of hostctl.
 */
export function createHttp({ ca, env, onAnswer, onWarning }: HttpOptions): Http {
  // Node 24 uses HTTPS_PROXY and NO_PROXY of the environment; older versions ignore the option.
  const shared = { keepAlive: true, proxyEnv: env as Record<string, string> };
  const trusted = ca === undefined ? {} : { ca: [...rootCertificates, ca] };
  const agents = { http: new HttpAgent(shared), https: new HttpsAgent({ ...shared, ...trusted }) };
  let wasReached = false;

  const send = async (input: string, { method = 'GET', headers, body, signal }: RequestInit = {}) => {
    const url = new URL(input);
    const began = performance.now();
    const isSecure = url.protocol === 'https:';
    try {
      const response = await exchange(isSecure ? requestHttps : requestHttp, url, {
        method,
        headers: { 'User-Agent': 'hostctl', ...(headers as Record<string, string>) },
        agent: isSecure ? agents.https : agents.http,
        signal,
        body: body as string | null | undefined,
      });
      wasReached = true;
      const ignored = response.headers.get('x-ignored-fields');
      if (ignored !== null)
        onWarning?.(`Warning: the server does not know ${ignored}. It may be older than this hostctl.`);
      onAnswer?.(`${method} ${url} ${response.status} ${Math.round(performance.now() - began)} ms`);
      return response;
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // A wrong address or certificate does not become right by repeating, so it is not retried.
      const isFinal = isCertificateError(code) || (!wasReached && (code === 'ECONNREFUSED' || code === 'ENOTFOUND'));
      throw isFinal ? new Unreachable(error) : error;
    }
  };
  return {
    fetch: send as typeof fetch,
    agentOf: (url) => (/^(https|wss):/.test(url) ? agents.https : agents.http),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  };
}

/** Not a `NETWORK_ERROR`, which the SDK retries. */
class Unreachable extends HostlerError {
  constructor(cause: unknown) {
    super({ code: 'UNREACHABLE', message: 'The server could not be reached.', cause });
  }
}

interface Exchange {
  readonly method: string;
  readonly headers: Record<string, string>;
  readonly agent: HttpAgent;
  readonly signal: AbortSignal | null | undefined;
  readonly body: string | null | undefined;
}

/** Resolves with the parts of a `Response` that the SDK uses. */
function exchange(
  request: typeof requestHttp,
  url: URL,
  { method, headers, agent, signal, body }: Exchange,
): Promise<Response> {
  const length = body ? { 'Content-Length': String(Buffer.byteLength(body)) } : {};
  return new Promise((resolve, reject) => {
    const sent = request(
      url,
      { method, headers: { ...headers, ...length }, agent, ...(signal ? { signal } : {}) },
      (response) => readText(response).then((text) => resolve(toResponse(response, text)), reject),
    );
    sent.on('error', reject);
    sent.end(body ?? undefined);
  });
}

async function readText(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function toResponse({ statusCode: status = 0, headers }: IncomingMessage, text: string): Response {
  const get = (name: string) => {
    const value = headers[name.toLowerCase()];
    return value === undefined ? null : String(value);
  };
  const response = {
    status,
    ok: status >= 200 && status < 300,
    type: 'basic',
    headers: { get },
    text: async () => text,
  };
  return response as unknown as Response;
}

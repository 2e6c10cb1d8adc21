import { EngineError } from '../engine.ts';
import type { AccountKey } from './account-key.ts';
import { CertificateLimit } from './driver.ts';

/** Addresses that the authority announces. */
export interface Directory {
  readonly newNonce: string;
  readonly newAccount: string;
  readonly newOrder: string;
}

export interface AcmeAnswer {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  /** Parsed JSON; empty for a certificate. */
  readonly body: Readonly<Record<string, unknown>>;
}

interface Raw {
  status: number;
  headers: Record<string, string | string[] | undefined>;
  text: string;
}

export interface AcmeSettings {
  readonly url: string;
  /** Told by the authority about problems. */
  readonly email: string | undefined;
  /** PEM of an authority whose own certificate is not public, for tests and private networks. */
  readonly trustedRoot: string | undefined;
}

const TIMEOUT_MS = 20_000;
const LONGEST_ANSWER = 128 * 1024;
const MOST_NONCES_REFUSED = 12;
const DEFAULT_WAIT_MS = 3_600_000;
const LONGEST_WAIT_MS = 7 * 24 * 3_600_000;
const LONGEST_REASON = 300;
const AWAY = 'The certificate authority cannot be reached.';

export type AcmeSession = Awaited<ReturnType<typeof openSession>>;

/** Opens a session with the account of this key, which is created if there is none. RFC 8555. */
export async function openSession({ url, email, trustedRoot }: AcmeSettings, key: AccountKey, signal?: AbortSignal) {
  // Loaded with the first certificate: a start needs none of it.
  const { Agent, request } = await import('undici');
  const dispatcher = new Agent(trustedRoot === undefined ? {} : { connect: { ca: trustedRoot } });
  let nonce: string | undefined;
  let account: string | undefined;

  async function send(address: string, body?: object): Promise<Raw> {
    const deadline = AbortSignal.timeout(TIMEOUT_MS);
    try {
      const answer = await request(address, {
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : { method: 'GET' }),
        headers: { 'content-type': 'application/jose+json', 'user-agent': 'Hostler' },
        dispatcher,
        signal: signal ? AbortSignal.any([signal, deadline]) : deadline,
      });
      let text = '';
      for await (const chunk of answer.body.setEncoding('utf8')) {
        text += chunk;
        if (text.length > LONGEST_ANSWER) throw new Error('the answer is too long');
      }
      if (answer.statusCode >= 500) throw new Error(`it answered ${answer.statusCode}`);
      nonce = readHeader(answer.headers, 'replay-nonce') ?? nonce;
      return { status: answer.statusCode, headers: answer.headers, text };
    } catch (error) {
      signal?.throwIfAborted();
      throw new EngineError('unreachable', AWAY, { cause: error });
    }
  }

  async function takeNonce(): Promise<string> {
    if (nonce === undefined) await send(directory.newNonce);
    const taken = nonce;
    nonce = undefined;
    if (taken === undefined) throw new EngineError('unreachable', AWAY, { cause: new Error('it gave no nonce') });
    return taken;
  }

  /** Sends a signed request. Without a payload it only reads. A refused nonce is replaced and the request repeated. */
  async function post(address: string, payload?: object): Promise<AcmeAnswer> {
    for (let tries = 1; ; tries++) {
      const named = account === undefined ? { jwk: key.jwk } : { kid: account };
      const header = encode({ alg: 'ES256', ...named, nonce: await takeNonce(), url: address });
      const content = payload === undefined ? '' : encode(payload);
      const signature = key.sign(`${header}.${content}`);
      const { status, headers, text } = await send(address, { protected: header, payload: content, signature });
      const isJson = /json/.test(readHeader(headers, 'content-type') ?? '');
      const body = isJson ? parse(text) : {};
      if (status < 400) return { status, location: readHeader(headers, 'location'), text, body };
      if (isProblem(body, 'badNonce') && tries < MOST_NONCES_REFUSED) continue;
      if (status === 429 || isProblem(body, 'rateLimited')) {
        throw new CertificateLimit(describeProblem(body), readWait(readHeader(headers, 'retry-after')));
      }
      throw new EngineError('refused', describeProblem(body));
    }
  }

  const directory = parse((await send(url)).text) as unknown as Directory;
  if (![directory.newNonce, directory.newAccount, directory.newOrder].every((one) => URL.canParse(String(one)))) {
    throw new EngineError('unreachable', AWAY, { cause: new Error('its directory is incomplete') });
  }

  return {
    directory,
    key,
    post,
    /** Signs in. The authority returns the existing account of the key. */
    async signIn(): Promise<void> {
      const contact = email === undefined ? {} : { contact: [`mailto:${email}`] };
      account = (await post(directory.newAccount, { termsOfServiceAgreed: true, ...contact })).location;
      if (account === undefined) throw new EngineError('unreachable', AWAY, { cause: new Error('no account address') });
    },
    close: () => dispatcher.close(),
  };
}

/** Returns the reason that the authority gives, in one line for the customer. */
export function describeProblem(problem: unknown): string {
  const { detail, subproblems } = (problem ?? {}) as { detail?: unknown; subproblems?: { detail?: unknown }[] };
  const parts = [detail, ...(Array.isArray(subproblems) ? subproblems.map((one) => one?.detail) : [])];
  const told = parts.filter((part): part is string => typeof part === 'string' && part !== '').join(' ');
  const line = told.replace(/[\p{Cc}\p{Cf}]+/gu, ' ').slice(0, LONGEST_REASON);
  return `The certificate authority refused: ${line || 'it gave no reason.'}`;
}

function isProblem({ type }: Readonly<Record<string, unknown>>, name: string): boolean {
  return type === `urn:ietf:params:acme:error:${name}`;
}

/** Reads seconds or a date. */
function readWait(text: string | undefined): number {
  const ms = /^\d{1,9}$/.test(text ?? '') ? Number(text) * 1000 : Date.parse(text ?? '') - Date.now();
  return Number.isFinite(ms) && ms > 0 ? Math.min(ms, LONGEST_WAIT_MS) : DEFAULT_WAIT_MS;
}

function readHeader(headers: Raw['headers'], name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value[0] : value;
}

function parse(text: string): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
    throw new Error('the answer is not an object');
  } catch (error) {
    throw new EngineError('unreachable', AWAY, { cause: error });
  }
}

function encode(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString('base64url');
}

import { createHash, X509Certificate } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../engine.ts';
import type { AccountKey } from './account-key.ts';
import { type AcmeSession, type AcmeSettings, describeProblem, openSession } from './acme-session.ts';
import type { CertificateDriver, CertificateRequest } from './driver.ts';

const PATIENCE_MS = 90_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;
const TOKEN = /^[A-Za-z0-9_-]{16,200}$/;

interface Challenge {
  type?: unknown;
  url?: unknown;
  token?: unknown;
  status?: unknown;
  error?: unknown;
}

/** Certificates by ACME (RFC 8555) with proofs by HTTP, for example from Let's Encrypt. */
export function createAcme(settings: AcmeSettings, key: AccountKey): CertificateDriver {
  return {
    async issue(request, { signal } = {}) {
      const session = await openSession(settings, key, signal);
      try {
        await session.signIn();
        return readChain(await order(session, request, signal), request.domain);
      } finally {
        void session.close();
      }
    },
    async check() {
      try {
        await (await openSession(settings, key)).close();
        return { reachable: true, version: null, detail: null, advice: null };
      } catch (error) {
        const detail = error instanceof Error ? error.message : null;
        const advice = 'Check HOSTLER_ACME_URL, and HOSTLER_ACME_CA for an authority of your own.';
        return { reachable: false, version: null, detail, advice };
      }
    },
  };
}

/** Returns the PEM of the certificate. */
async function order(session: AcmeSession, request: CertificateRequest, signal?: AbortSignal): Promise<string> {
  const identifiers = [{ type: 'dns', value: request.domain }];
  const created = await session.post(session.directory.newOrder, { identifiers });
  const place = addressOf(created.location);
  const { authorizations } = created.body;
  for (const address of Array.isArray(authorizations) ? authorizations : []) {
    await prove(session, addressOf(address), request, signal);
  }
  const csr = Buffer.from(request.csr.replace(/-----[^-]+-----|\s/g, ''), 'base64').toString('base64url');
  await session.post(addressOf(created.body.finalize), { csr });
  const done = await waitFor(session, place, ['valid'], signal);
  return (await session.post(addressOf(done.certificate))).text;
}

async function prove(
  session: AcmeSession,
  address: string,
  { publish }: CertificateRequest,
  signal?: AbortSignal,
): Promise<void> {
  const { body } = await session.post(address);
  if (body.status === 'valid') return;
  const challenges: Challenge[] = Array.isArray(body.challenges) ? body.challenges : [];
  const challenge = challenges.find(({ type }) => type === 'http-01');
  const token = String(challenge?.token ?? '');
  if (!challenge || !TOKEN.test(token)) {
    throw new EngineError('refused', 'The certificate authority offers no proof by HTTP.');
  }
  const thumbprint = createHash('sha256').update(JSON.stringify(session.key.jwk)).digest('base64url');
  await publish({ token, content: `${token}.${thumbprint}` });
  await session.post(addressOf(challenge.url), {});
  await waitFor(session, address, ['valid'], signal);
}

/** Reads an order or an authorization until it has one of the states. */
async function waitFor(session: AcmeSession, address: string, states: readonly string[], signal?: AbortSignal) {
  const deadline = performance.now() + PATIENCE_MS;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const { body } = await session.post(address);
    const state = String(body.status);
    if (states.includes(state)) return body;
    if (!['pending', 'processing', 'ready'].includes(state)) throw new EngineError('refused', explain(body));
    if (performance.now() > deadline) {
      throw new EngineError('refused', 'The certificate authority did not decide in time.');
    }
    await sleep(pause, undefined, { signal });
  }
}

function explain({ error, challenges }: Readonly<Record<string, unknown>>): string {
  const failed = Array.isArray(challenges) ? challenges.find((one: Challenge) => one?.error) : undefined;
  return describeProblem(error ?? (failed as Challenge | undefined)?.error);
}

/** Checks that the answer is a certificate for the name, because it is installed as it is. */
function readChain(chain: string, domain: string) {
  try {
    const certificate = new X509Certificate(chain);
    if (certificate.checkHost(domain) === undefined) throw new Error('it is for another name');
    return { chain: chain.trim(), expiresAt: Date.parse(certificate.validTo) };
  } catch (error) {
    throw new EngineError('refused', 'The certificate authority sent no valid certificate.', { cause: error });
  }
}

function addressOf(value: unknown): string {
  if (typeof value === 'string' && URL.canParse(value)) return value;
  throw new EngineError('refused', 'The certificate authority sent an incomplete answer.');
}

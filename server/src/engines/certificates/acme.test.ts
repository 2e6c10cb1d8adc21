import { createHash, generateKeyPairSync, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { describeWithService } from '@hostler/testing/describe-with-service.ts';
import { parsePebbleUrl, serveProofs } from '@hostler/testing/services/pebble.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeCertificateRequest } from '../vps/simulated-steps/certificate-request.ts';
import { deriveAccountKey } from './account-key.ts';
import { createAcme } from './acme.ts';
import type { WebProof } from './driver.ts';
import { CertificateLimit } from './driver.ts';

const seedOf = (attempt: number) => createHash('sha256').update(`acme test ${attempt}`).digest();
const key = deriveAccountKey(seedOf);

function makeRequest(domain: string) {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { csr: writeCertificateRequest(privateKey, domain), privateKey };
}

describeWithService('pebble', 'certificates of an ACME authority', (text) => {
  const { url, ca, webPort } = parsePebbleUrl(text);
  const trustedRoot = readFileSync(ca, 'utf8');
  const acme = createAcme({ url, email: 'admin@hostler.test', trustedRoot }, key);
  const proofs = new Map<string, string>();
  let web: Server;

  beforeAll(async () => {
    web = createServer(({ url = '' }, answer) => {
      const content = proofs.get(url.replace('/.well-known/acme-challenge/', ''));
      answer.writeHead(content === undefined ? 404 : 200).end(content);
    });
    await serveProofs(web, webPort);
  });
  afterAll(() => void web.close());

  const publish = async ({ token, content }: WebProof) => void proofs.set(token, content);

  it('are issued for the name and the key of the request, with the chain to the root', async () => {
    const { csr, privateKey } = makeRequest('shop.example.com');
    const { chain, expiresAt } = await acme.issue({ domain: 'shop.example.com', csr, publish });
    const certificate = new X509Certificate(chain);
    expect(certificate.checkHost('shop.example.com')).toBe('shop.example.com');
    expect(certificate.checkPrivateKey(privateKey)).toBe(true);
    expect(expiresAt).toBe(Date.parse(certificate.validTo));
    expect(chain.match(/BEGIN CERTIFICATE/g)?.length).toBeGreaterThan(1);
  });

  it('are issued for a name that is too long for a common name, and for an internationalised one', async () => {
    for (const domain of [`${'a'.repeat(60)}.${'b'.repeat(60)}.example.com`, 'xn--mller-kva.example.com']) {
      const { chain } = await acme.issue({ domain, csr: makeRequest(domain).csr, publish });
      expect(new X509Certificate(chain).checkHost(domain)).toBe(domain);
    }
  });

  it('are refused with the reason of the authority if the proof is missing', async () => {
    const domain = 'absent.example.com';
    const failed = acme.issue({ domain, csr: makeRequest(domain).csr, publish: async () => {} });
    await expect(failed).rejects.toThrow(/^The certificate authority refused: .*404/);
    await expect(failed).rejects.toMatchObject({ code: 'refused' });
  });

  it('are refused if the request names another domain than the order', async () => {
    const asked = { domain: 'mine.example.com', csr: makeRequest('theirs.example.com').csr, publish };
    await expect(acme.issue(asked)).rejects.toMatchObject({ code: 'refused' });
  });

  it('are not requested from an authority whose own certificate is not trusted', async () => {
    const stranger = createAcme({ url, email: undefined, trustedRoot: undefined }, key);
    const failed = stranger.issue({ domain: 'a.example.com', csr: '', publish });
    await expect(failed).rejects.toMatchObject({ code: 'unreachable' });
    expect(await stranger.check()).toMatchObject({ reachable: false, advice: expect.stringContaining('HOSTLER_ACME') });
    expect(await acme.check()).toMatchObject({ reachable: true });
  });
});

describe('an ACME authority that limits requests', () => {
  let busy: Server;
  let url: string;
  beforeAll(async () => {
    busy = createServer((request, answer) => {
      answer.setHeader('replay-nonce', 'nonce');
      if (request.url === '/dir') {
        const at = (path: string) => `${url}${path}`;
        return answer.end(JSON.stringify({ newNonce: at('/n'), newAccount: at('/a'), newOrder: at('/o') }));
      }
      if (request.url === '/n') return answer.end();
      answer.writeHead(429, { 'content-type': 'application/problem+json', 'retry-after': '7200' });
      return answer.end(
        JSON.stringify({ type: 'urn:ietf:params:acme:error:rateLimited', detail: 'Too many\u0007 orders.' }),
      );
    });
    await new Promise<void>((resolve) => busy.listen(0, '127.0.0.1', resolve));
    const address = busy.address();
    url = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
  });
  afterAll(() => void busy.close());

  it('is not asked again before the time that it names', async () => {
    const acme = createAcme({ url: `${url}/dir`, email: undefined, trustedRoot: undefined }, key);
    const failed = acme.issue({ domain: 'a.example.com', csr: '', publish: async () => {} });
    await expect(failed).rejects.toBeInstanceOf(CertificateLimit);
    await expect(failed).rejects.toMatchObject({ code: 'refused', waitMs: 7_200_000 });
    await expect(failed).rejects.toThrow('The certificate authority refused: Too many  orders.');
  });

  it('gets the same account for the same secret', () => {
    expect(deriveAccountKey(seedOf).jwk).toEqual(key.jwk);
    const tries: number[] = [];
    deriveAccountKey((attempt) => (tries.push(attempt) < 3 ? Buffer.alloc(32) : seedOf(1)));
    expect(tries).toEqual([1, 2, 3]);
  });
});

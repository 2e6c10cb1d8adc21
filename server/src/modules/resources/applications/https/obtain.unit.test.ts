import { describe, expect, it } from 'vitest';
import { CertificateLimit, type CertificateRequest } from '#engines/certificates/driver.ts';
import { EngineError } from '#engines/engine.ts';
import type { Executed } from '#engines/vps/driver.ts';
import { DAY } from '#kernel/time.ts';
import type { Work } from '../installing/work.ts';
import { obtainCertificate } from './obtain.ts';

const NOW = Date.UTC(2026, 10, 19);
const ISSUED = NOW + 90 * DAY;

interface Step {
  name: string;
  environment: Readonly<Record<string, string>>;
}

/** Gets a certificate for a machine that answers like this, by default without a certificate in place. */
async function obtain(answers: Record<string, Partial<Executed>> = {}, refusal?: Error) {
  const steps: Step[] = [];
  const machine = {
    async run({ step, environment }: { step: { name: string }; environment: Step['environment'] }): Promise<Executed> {
      steps.push({ name: step.name, environment });
      const output = { exitCode: step.name === 'look' ? 1 : 0, stdout: `${step.name}\n`, stderr: '' };
      return { ...output, dropped: false, timedOut: false, ...answers[step.name] };
    },
  };
  const recipe = { https: { script: 'true', timeout: 30 } };
  const application = { id: 7, slug: 'site' };
  const work = { machine, recipe, application, signal: new AbortController().signal } as unknown as Work;
  const certificates = {
    async issue({ csr, publish }: CertificateRequest) {
      if (refusal) throw refusal;
      await publish({ token: 'token', content: `proof of ${csr.trim()}` });
      return { chain: 'PEM', expiresAt: ISSUED };
    },
    check: async () => ({ reachable: true, version: null, detail: null, advice: null }),
  };
  const result = await obtainCertificate(work, 'a.example.com', certificates, NOW).catch((error: Error) => error);
  return { result, names: steps.map(({ name }) => name), steps };
}

/** The validity of a certificate in place, in days from now. */
const valid = (from: number, until: number) => {
  const [start, end] = [from, until].map((days) => new Date(NOW + days * DAY).toUTCString());
  return { exitCode: 0, stdout: `notBefore=${start}\nnotAfter=${end}\n` };
};
const ORDERED = ['look', 'request', 'publish', 'install', 'Turn HTTPS on'];

describe('a certificate', () => {
  it('is ordered with the request of the machine, proven, saved and turned on', async () => {
    const { result, names, steps } = await obtain();
    expect([result, names]).toEqual([ISSUED, ORDERED]);
    expect(steps[2]?.environment).toEqual({ HTTPS_TOKEN: 'token', HTTPS_PROOF: 'proof of request' });
    expect(steps[3]?.environment).toEqual({ HTTPS_CHAIN: 'PEM' });
  });

  it.each([
    [-30, 60],
    [-3, 4],
    [0, 3_649],
  ])('in place is used if more than half of its validity is left: %d to %d days', async (from, until) => {
    const { result, names } = await obtain({ look: valid(from, until) });
    expect([result, names]).toEqual([NOW + until * DAY, ['look', 'Turn HTTPS on']]);
  });

  it.each([
    ['half of its validity is over', valid(-45, 45)],
    ['it has expired', valid(-91, -1)],
    ['it claims to be valid for more than ten years', valid(0, 3_650)],
    ['its validity is not readable', { exitCode: 0, stdout: 'notAfter=soon' }],
    ['it cannot be read', { ...valid(-1, 89), exitCode: 1 }],
  ])('in place is replaced if %s', async (_, look) => {
    const { result, names } = await obtain({ look });
    expect([result, names]).toEqual([ISSUED, ORDERED]);
  });
});

describe('the error of a certificate', () => {
  it.each([
    [{ stderr: 'first\nNo space left.\n' }, 'Saving the certificate failed on the server: No space left.'],
    [{ stdout: 'Only this.' }, 'Saving the certificate failed on the server: Only this.'],
    [{ stdout: '' }, 'Saving the certificate failed on the server: it gave no reason.'],
    [{ timedOut: true, exitCode: null }, 'Saving the certificate failed on the server: it took too long.'],
  ])('has the last line of the machine: %j', async (install, message) => {
    const { result } = await obtain({ install: { exitCode: 1, ...install } });
    expect(result).toMatchObject({ code: 'refused', message });
  });

  it('leaves the next attempt to the schedule if the authority is not reached, and has its pause', async () => {
    const away = await obtain({}, new EngineError('unreachable', 'Away.'));
    expect(away.result).toMatchObject({ code: 'refused', message: 'Away.' });
    const limit = new CertificateLimit('Too many.', 5);
    expect((await obtain({}, limit)).result).toBe(limit);
  });
});

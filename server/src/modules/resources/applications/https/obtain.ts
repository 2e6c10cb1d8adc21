import type { CertificateDriver } from '#engines/certificates/driver.ts';
import { EngineError } from '#engines/engine.ts';
import type { Executed, ExecuteStep } from '#engines/vps/driver.ts';
import { DAY } from '#kernel/time.ts';
import { toPlainText } from '../../hosting/index.ts';
import type { Work } from '../installing/work.ts';
import { lastLineOf } from '../steps/output.ts';
import { INSTALL, LOOK, PUBLISH, REQUEST } from './scripts.ts';

const SCRIPT_SECONDS = 60;
/** A request for a name of 253 characters is shorter. */
const OUTPUT_BYTES = 16 * 1024;
/** A certificate that claims to be valid for longer is none of an authority. */
const LONGEST_VALIDITY_MS = 10 * 365 * DAY;

interface Options {
  script: string;
  name: string;
  /** Default: `certificate`. */
  kind?: ExecuteStep['kind'];
  seconds?: number;
  environment?: Readonly<Record<string, string>>;
  again?: boolean;
}

/**
 * Gets a certificate for the name of an application and turns HTTPS on. The key is created in the machine and stays
 * there. Can be repeated: a certificate that an earlier attempt left in place is used. Returns the end of its validity.
 */
export async function obtainCertificate(
  work: Work,
  domain: string,
  certificates: CertificateDriver,
  now: number,
): Promise<number> {
  const { recipe, signal } = work;
  const { https } = recipe;
  if (!https) throw new EngineError('refused', 'This application does not support HTTPS.');

  function run({ script, name, kind = 'certificate', seconds, environment, again }: Options): Promise<Executed> {
    return work.machine.run({
      script,
      step: { recipe: work.application.slug, kind, name },
      timeoutSeconds: seconds ?? SCRIPT_SECONDS,
      mark: `${work.application.id}.https`,
      ...{ again: again ?? false, environment: environment ?? {}, outputBytes: OUTPUT_BYTES },
    });
  }

  async function mustRun(what: string, options: Options): Promise<string> {
    const { exitCode, stdout, stderr, timedOut } = await run(options);
    if (exitCode === 0) return stdout;
    const reason = timedOut ? 'it took too long.' : readReason(stderr) || readReason(stdout) || 'it gave no reason.';
    throw new EngineError('refused', `${what} failed on the server: ${reason}`);
  }

  async function order(): Promise<number> {
    const csr = await mustRun('Creating the key', { name: 'request', script: REQUEST });
    const { chain, expiresAt } = await certificates
      .issue(
        {
          domain,
          csr,
          publish: async ({ token, content }) => {
            await mustRun('Publishing the proof', {
              name: 'publish',
              script: PUBLISH,
              environment: { HTTPS_TOKEN: token, HTTPS_PROOF: content },
            });
          },
        },
        { signal },
      )
      .catch(decideLater);
    const environment = { HTTPS_CHAIN: chain };
    await mustRun('Saving the certificate', { name: 'install', script: INSTALL, environment });
    return expiresAt;
  }

  const left = await run({ name: 'look', script: LOOK, again: true });
  const expiresAt = (left.exitCode === 0 ? readFresh(left.stdout, now) : undefined) ?? (await order());
  const turnOn = { kind: 'https', name: 'Turn HTTPS on', script: https.script, seconds: https.timeout } as const;
  await mustRun('Turning HTTPS on', turnOn);
  return expiresAt;
}

/**
 * Returns the end of the validity that a certificate in place has, if more than half of it is left. Such a certificate is
 * installed again instead of ordering another one, however short the certificates of the authority are.
 */
function readFresh(printed: string, now: number): number | undefined {
  const [from, until] = [/notBefore=(.*)/, /notAfter=(.*)/].map((line) => Date.parse(line.exec(printed)?.[1] ?? ''));
  if (from === undefined || until === undefined || !(until - now > (until - from) / 2)) return undefined;
  return until - now < LONGEST_VALIDITY_MS ? until : undefined;
}

/** The machine may print anything, such as characters that no database stores. */
function readReason(output: string): string {
  return lastLineOf(toPlainText(output).toWellFormed());
}

/** The schedule of the certificate decides about the next attempt, not that of an unreachable engine. */
function decideLater(error: unknown): never {
  if (error instanceof EngineError && error.code === 'unreachable') {
    throw new EngineError('refused', error.message, { cause: error.cause });
  }
  throw error;
}

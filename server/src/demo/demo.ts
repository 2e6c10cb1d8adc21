import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from '@hostler/database';
import { randomBase62 } from '#kernel/crypto.ts';
import type { Hostler } from '#program/hostler.ts';
import type { Config } from '#settings/config.ts';
import { liveOn } from './activity.ts';
import { listBankLines } from './bank.ts';
import { makeCompany } from './company.ts';
import { readDemoPasswords } from './public-seed.ts';
import { RECEIVER_PATH } from './receiver.ts';
import { createPools } from './server-features.ts';
import { type Somebody, STAFF, STORIES, STUDIO } from './story.ts';

const ANY_ACCOUNT = sql<object, { id: number }>('select id from accounts limit 1');

const PASSWORD_LENGTH = 16;
const WIDEST_FRAME = 100;
const LINE = '━'.repeat(60);

interface Login {
  readonly somebody: Somebody;
  readonly password: string;
  readonly hash: string;
}

export interface Demo {
  /** Resolves when the demo is complete or was stopped. */
  readonly finished: Promise<void>;
  stop(): Promise<void>;
}

/** Creates a sample company on the first start in demo mode, and prints what to do next. */
export async function prepareDemo(hostler: Hostler, url: string): Promise<Demo> {
  const { db, clock, config } = hostler;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  // This file exists until the demo is complete.
  const unfinished = join(config.dataDir, 'demo-unfinished');
  if (await db.read(ANY_ACCOUNT.one({}))) {
    const log = config.logFile === undefined ? '' : `\nLog: ${config.logFile}`;
    say(
      frame(
        `Hostler is running on ${url} (reference: ${url}/docs). Passwords and keys were shown at the first start.${log}`,
      ),
    );
  } else {
    writeFileSync(unfinished, '');
    await createPools(hostler);
    const people = await inventPasswords(hostler);
    const hashes = new Map(people.map(({ somebody, hash }) => [somebody, hash]));
    const keys = await db.write(() =>
      makeCompany(
        hostler,
        { hashes, bank: listBankLines(clock.now()), receiver: `${url}${RECEIVER_PATH}` },
        clock.now(),
      ),
    );
    const facts = { url, people, live: keys.live.key, test: keys.test.key, config };
    say(config.publicDemo ? describePublic(facts) : describe(facts));
  }
  return existsSync(unfinished)
    ? live(hostler, unfinished, config.publicDemo ? () => {} : say)
    : { finished: Promise.resolve(), stop: async () => {} };
}

/** Completes the demo in the background, and shows the progress between two lines. */
function live(hostler: Hostler, unfinished: string, say: (text: string) => void): Demo {
  const stopping = new AbortController();
  const { signal } = stopping;
  say(`${LINE}\nThe demo is being completed. You can sign in already.\n`);
  const finished = liveOn(hostler, signal, (line) => say(`  ${line}`)).then(
    () => {
      rmSync(unfinished, { force: true });
      say(`\nThe demo is complete.\n${LINE}`);
    },
    (err: unknown) => {
      const rest = 'The next start continues with the rest.';
      if (signal.aborted) return say(`\nThe demo is not complete. ${rest}\n${LINE}`);
      const reason = err instanceof Error ? err.message : String(err);
      say(`\nThe demo is not complete. ${rest}\nFailed: ${reason}\n${LINE}`);
      hostler.log.warn({ err }, 'the demo is not complete; the next start continues with the rest');
    },
  );
  return {
    finished,
    async stop() {
      stopping.abort();
      await finished;
    },
  };
}

/** Generates random passwords. They are hashed before the transaction, because hashing is slow. */
async function inventPasswords({ operator, config }: Hostler): Promise<Login[]> {
  const customers = STORIES.flatMap(({ owner, member }) => (member ? [owner, member] : [owner]));
  const logins: Login[] = [];
  const derive = config.publicDemo ? readDemoPasswords(config.dataDir) : undefined;
  // Staff of a public demo have no password.
  for (const somebody of derive ? customers : [...customers, ...STAFF]) {
    const password = derive?.(somebody.email) ?? randomBase62(PASSWORD_LENGTH);
    logins.push({ somebody, password, hash: await operator.people.hashPassword(password) });
  }
  return logins;
}

interface Facts {
  readonly url: string;
  readonly people: readonly Login[];
  readonly live: string;
  readonly test: string;
  readonly config: Pick<Config, 'dataDir' | 'databaseUrl' | 'logFile'>;
}

function describe({ url, people, live, test, config }: Facts): string {
  const logins = people.map(({ somebody, password }) => {
    const role = STAFF.find(({ email }) => email === somebody.email)?.role;
    const line = `${somebody.email}  password ${password}`;
    return role ? `  operator  ${line}  role ${role}` : `  customer  ${line}`;
  });
  return frame(`
Hostler is running on ${url}

Open the panel and sign in:

  panel       ${url}/
  console     ${url}/operator
${logins.join('\n')}

The first person is the owner of ${STUDIO.name}. Its API keys:

  reference   ${url}/docs
  live key    ${live}
  test key    ${test}   (sandbox: writes are simulated)

  curl -H 'X-API-Key: ${live}' ${url}/api/v1/hosting

Passwords and keys are shown only once. ${describeNewBeginning(config)}
${config.logFile === undefined ? '' : `Log: ${config.logFile}\n`}`);
}

/** Frames a text with lines above and below. Lines at the sides would be copied with the passwords. */
function frame(text: string): string {
  const line = '━'.repeat(Math.min(Math.max(...text.split('\n').map(({ length }) => length)), WIDEST_FRAME));
  return `\n${line}\n${text}\n${line}\n`;
}

/** Visitors get the logins of customers and no API keys, which change with every reset. */
function describePublic({ url, people }: Facts): string {
  const logins = people.map(({ somebody, password }) => `  ${somebody.email}  password ${password}`);
  return `
The public demo of Hostler is running on ${url}. It starts again every hour. Logins for visitors:

${logins.join('\n')}
`;
}

/** On PostgreSQL the folder holds only data of the simulated engines. Deleting it alone would keep the company. */
function describeNewBeginning({ dataDir, databaseUrl }: Facts['config']): string {
  if (!databaseUrl) return `Delete the folder ${dataDir} to start again.`;
  return `To start again, drop and recreate the database, and delete the folder ${dataDir}.`;
}

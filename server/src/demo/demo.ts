import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Hostler } from '../hostler.ts';
import { sql } from '../kernel/db/query.ts';
import { makeCompany } from './company.ts';
import { liveOn } from './life.ts';
import { RECEIVER_PATH } from './receiver.ts';
import { STUDIO } from './story.ts';

const ANY_ACCOUNT = sql<object, { id: number }>('select id from accounts limit 1');

export interface Demo {
  stop(): Promise<void>;
}

/** The first start in demo mode makes a company at work to look at, and says what to do next. */
export async function prepareDemo(hostler: Hostler, url: string): Promise<Demo> {
  const { db, clock, config } = hostler;
  const say = (text: string) => process.stdout.write(`${text}\n`);
  // As long as it is there, something of the demo is still to be done.
  const unfinished = join(config.dataDir, 'demo-unfinished');
  if (await db.read(ANY_ACCOUNT.one({}))) {
    say(`\nHostler is running on ${url} (reference: ${url}/docs). The demo keys were printed at the first start.\n`);
  } else {
    writeFileSync(unfinished, '');
    const { live, test } = await db.write(() => makeCompany(hostler, clock.now(), `${url}${RECEIVER_PATH}`));
    say(describe({ url, live: live.key, test: test.key, dataDir: config.dataDir }));
  }
  return existsSync(unfinished) ? live(hostler, unfinished) : { stop: async () => {} };
}

function live(hostler: Hostler, unfinished: string): Demo {
  const stopping = new AbortController();
  const life = liveOn(hostler, stopping.signal).then(
    () => rmSync(unfinished, { force: true }),
    (err: unknown) => {
      if (!stopping.signal.aborted)
        hostler.log.warn({ err }, 'the demo is not complete; the next start goes on with it');
    },
  );
  return {
    async stop() {
      stopping.abort();
      await life;
    },
  };
}

function describe({ url, live, test, dataDir }: { url: string; live: string; test: string; dataDir: string }): string {
  return `
Hostler is running on ${url}

  panel       ${url}/
  reference   ${url}/docs

  live key    ${live}
  test key    ${test}   (sandbox: writes are simulated)

${STUDIO.name} is a customer with ${STUDIO.sales.length - 1} servers. Try it:

  curl -H 'X-API-Key: ${live}' ${url}/api/v1/hosting

Keys are shown this once. Delete the folder ${dataDir} to begin anew.
`;
}

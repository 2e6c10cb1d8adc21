// Writes docs/openapi.json from the routes; with --check fails when the file is not what the routes say.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { describeApi } from '../server/src/app.ts';
import { compose } from '../server/src/compose/compose.ts';
import { readConfig } from '../server/src/config.ts';
import { systemClock } from '../server/src/kernel/time.ts';

const file = new URL('../docs/openapi.json', import.meta.url);
const dataDir = mkdtempSync(join(tmpdir(), 'hostler-openapi-'));
try {
  const config = readConfig({ HOSTLER_DATA_DIR: dataDir });
  const hostler = compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
  const text = `${JSON.stringify(describeApi(hostler), null, 2)}\n`;
  await hostler.db.close();
  if (!process.argv.includes('--check')) {
    writeFileSync(file, text);
  } else if (readFileSync(file, 'utf8') !== text) {
    console.error('docs/openapi.json is not what the routes say. Run: npm run openapi');
    process.exitCode = 1;
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

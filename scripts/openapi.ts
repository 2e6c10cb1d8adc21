// Writes the OpenAPI document of every API to docs/. With --check it fails if a file differs from the routes.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose } from '../server/src/compose/compose.ts';
import { systemClock } from '../server/src/kernel/time.ts';
import { describeSurface } from '../server/src/program/app.ts';
import { readConfig } from '../server/src/settings/config.ts';

const dataDir = mkdtempSync(join(tmpdir(), 'hostler-openapi-'));
try {
  const config = readConfig({ HOSTLER_DATA_DIR: dataDir });
  const hostler = await compose({ config, clock: systemClock, log: pino({ level: 'silent' }) });
  await hostler.db.close();
  for (const surface of hostler.surfaces) {
    const name = `docs${surface.document.path}`;
    const file = new URL(`../${name}`, import.meta.url);
    const text = `${JSON.stringify(describeSurface(surface), null, 2)}\n`;
    if (!process.argv.includes('--check')) {
      writeFileSync(file, text);
    } else if (readFileSync(file, 'utf8') !== text) {
      console.error(`${name} is not what the routes say. Run: npm run openapi`);
      process.exitCode = 1;
    }
  }
} finally {
  rmSync(dataDir, { recursive: true, force: true });
}

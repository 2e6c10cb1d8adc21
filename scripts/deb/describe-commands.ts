import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pino } from 'pino';
import { compose } from '../../server/src/compose/compose.ts';
import { serverCommands } from '../../server/src/program/server-commands.ts';
import { readConfig } from '../../server/src/settings/config.ts';
import { writeCompletion } from './write-completion.ts';
import { type DescribedCommand, writeManual } from './write-manual.ts';

/** Describes all commands as a manual page and as a completion for bash. */
export async function describeForDebian(
  version: string,
  time: number,
): Promise<{ manual: string; completion: string }> {
  const commands = await listCommands();
  return { manual: writeManual(commands, version, time), completion: writeCompletion(commands) };
}

/** The processes, which are no commands of a module. */
const PROCESSES: DescribedCommand[] = [
  { name: 'serve', summary: 'Serve the API and run background work.', options: {} },
  { name: 'worker', summary: 'Run background work only.', options: {} },
  { name: 'migrate', summary: 'Migrate the database to this version.', options: {} },
  { name: 'listen', summary: 'Receive webhooks on this machine and print them.', options: {} },
];

async function listCommands(): Promise<DescribedCommand[]> {
  const folder = mkdtempSync(join(tmpdir(), 'hostler-commands-'));
  try {
    const config = readConfig({ HOSTLER_DATA_DIR: folder });
    const hostler = await compose({ config, log: pino({ level: 'silent' }) });
    await hostler.db.close();
    return [...PROCESSES, ...hostler.commands, ...serverCommands(hostler)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

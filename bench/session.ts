import { readFileSync, writeFileSync } from 'node:fs';
import type { Case, CaseName } from './cases.ts';
import { type Measurement, measureLoad } from './load.ts';
import { startHostler } from './processes.ts';
import { type SeededAccount, type Settings, seedPanelTokens } from './seed.ts';

interface Rounds {
  readonly rounds: number;
  readonly seconds: number;
  readonly warmUpSeconds: number;
}

const CASES: readonly CaseName[] = ['show', 'list'];

/** Cost of a request with a panel session compared with an API key: processor time per request. */
export interface SessionCost {
  readonly name: CaseName;
  readonly keyUs: number;
  readonly sessionUs: number;
}

/** Sends the same requests with a key and with a session token, alternating, so that a slow machine slows both down. */
export async function measureSessions(
  settings: Settings,
  cases: readonly Case[],
  accounts: readonly SeededAccount[],
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<SessionCost[]> {
  const tokens = await seedPanelTokens(settings, accounts);
  const server = await startHostler({ settings });
  const costs: SessionCost[] = [];
  for (const { name, requestFile } of cases.filter((which) => CASES.includes(which.name))) {
    const ofSessions = `${requestFile}.sessions`;
    writeFileSync(ofSessions, replaceKeys(readFileSync(requestFile, 'utf8'), tokens));
    const runs: Record<'key' | 'session', Measurement[]> = { key: [], session: [] };
    for (let round = 0; round < rounds; round++) {
      for (const [who, file] of [['key', requestFile] as const, ['session', ofSessions] as const]) {
        await measureLoad(server, file, warmUpSeconds);
        runs[who].push(await measureLoad(server, file, seconds));
      }
    }
    costs.push({ name, keyUs: leastCpu(runs.key), sessionUs: leastCpu(runs.session) });
  }
  await server.stop();
  return costs;
}

function replaceKeys(lines: string, tokens: ReadonlyMap<string, string>): string {
  return lines.replace(/\bsvc_live_\w+/g, (key) => tokens.get(key) ?? key);
}

/** Returns the round that other processes of the machine disturbed least. */
function leastCpu(measurements: readonly Measurement[]): number {
  return Math.min(...measurements.map(({ cpuUs }) => cpuUs));
}

import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { CheckedEngine } from '#health/health.ts';
import { listBilledWithoutAddress } from '../operator-store.ts';

const MOST_COUNTED = 1_000;
const MOST_NAMED = 10;

/** Reports missing billing addresses to `doctor`. Renewals do not wait for an address, so staff must add it. */
export function checkAddresses(db: Database): CheckedEngine {
  return {
    name: 'billing addresses',
    async check(): Promise<EngineHealth> {
      const accounts = await db.peek(listBilledWithoutAddress(MOST_COUNTED + 1));
      const fine = { reachable: true, version: null };
      if (accounts.length === 0) {
        return { ...fine, detail: 'Every account that is billed has a complete address.', advice: null };
      }
      const count = accounts.length > MOST_COUNTED ? `More than ${MOST_COUNTED}` : String(accounts.length);
      const named = accounts.slice(0, MOST_NAMED).join(', ');
      const rest = accounts.length > MOST_NAMED ? ' and more' : '';
      const detail = `Billed without a complete address, with the seller's tax: ${count} accounts (${named}${rest}).`;
      const advice = `Add each address: \`hostler account tax --id ${accounts[0]} --street … --postal-code … --city … --country …\`.`;
      return { ...fine, detail, advice };
    },
  };
}

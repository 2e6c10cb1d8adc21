import type { Attack } from '../attack.ts';
import { READS } from './reads.ts';
import { WAITING } from './waiting.ts';
import { WITHOUT_KEY } from './without-key.ts';
import { WRITES } from './writes.ts';

/** The control: shows how far two measurements of the same differ on this machine. */
const NOTHING: Attack = { name: 'nothing', lanes: 0, strike: async () => {} };

export const ATTACKS: readonly Attack[] = [NOTHING, ...WITHOUT_KEY, ...READS, ...WRITES, ...WAITING];

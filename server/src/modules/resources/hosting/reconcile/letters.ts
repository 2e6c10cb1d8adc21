import type { Letter } from '#kernel/mail/letter.ts';
import { formatTime } from '#kernel/time.ts';
import { instanceName } from '../machine.ts';
import type { MissingMachine } from './operator-store.ts';

/** Machines named in one mail. */
const MOST_NAMED = 50;

/**
 * Notifies staff of machines that are missing on the engine. `total` counts all missing machines, including those of
 * earlier mails.
 */
export function writeMissing(found: readonly MissingMachine[], total: number): Letter {
  const [first] = found;
  const subject =
    found.length === 1 && first
      ? `The machine of ${first.hostname} is missing on the engine`
      : `${found.length} machines are missing on the engine`;
  const named = found.slice(0, MOST_NAMED);
  const more = found.length - named.length;
  return {
    subject,
    paragraphs: [
      'The engine answers and does not list these machines. They were deleted or renamed, or their storage is lost.',
      'If a machine gets its old name back, its server follows by itself. Otherwise restore its newest backup (Backups in the panel of the customer) or terminate the server: hostler hosting terminate --id ID',
    ],
    facts: [
      ...named.map((machine): [string, string] => [nameOf(machine), `since ${formatTime(machine.missing_since)}`]),
      ...(more > 0 ? [['Not named here', String(more)] as [string, string]] : []),
      ['Missing in total', String(total)],
    ],
    notes: ['hostler doctor lists the missing machines. Customers are not notified.'],
  };
}

export function nameOf({ id, account_id, hostname }: MissingMachine): string {
  return `${instanceName(id)} (${hostname}) of account ${account_id}`;
}

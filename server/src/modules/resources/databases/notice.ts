import type { SqlAccess, SqlEngine } from '#engines/sql/driver.ts';
import { formatBytes } from '#kernel/bytes.ts';

interface Judged {
  name: string;
  engine: SqlEngine;
  sizeBytes: number;
  /** Null means unlimited. */
  limit: number | null;
}

const WAY_BACK: Record<SqlEngine, string> = {
  postgresql:
    'Sessions begin as readers: "set default_transaction_read_only = off" makes one a writer, to delete. Truncate or drop ' +
    'tables, or delete rows and run VACUUM FULL, which gives their space back. A database that grows on is closed.',
  mariadb: 'Truncate or drop tables; deleted rows alone give no space back.',
};

/** Returns the notification for an owner whose database changed its access because of its size. */
export function describeAccess(access: SqlAccess, { name, engine, sizeBytes, limit }: Judged) {
  const size = formatBytes(sizeBytes);
  const most = limit === null ? 'no limit' : `a limit of ${formatBytes(limit)} (database_bytes)`;
  const facts = `The database ${name} takes ${size} and has ${most}.`;
  if (access === 'full') {
    return { subject: `Database ${name} can be written again`, message: `${facts} It can be written again.` };
  }
  if (access === 'closed') {
    return {
      subject: `Database ${name} was closed`,
      message: `${facts} It could only be read and went on growing, so its user cannot log in any more.\n\nRestore a smaller backup, or answer here.`,
    };
  }
  return {
    subject: `Database ${name} can only be read`,
    message: `${facts} So that it does not grow further, it can only be read from now on. It can be written again when it is a tenth below its limit.\n\n${WAY_BACK[engine]} Or answer here to ask for a higher limit.`,
  };
}

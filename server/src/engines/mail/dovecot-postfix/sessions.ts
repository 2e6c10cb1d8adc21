import { connect } from 'node:net';
import { join } from 'node:path';
import { hasCode } from '../../durable-file.ts';
import { withMaps } from './map-database.ts';

const PATIENCE_MS = 5_000;

/** Ends sessions of mailboxes whose login is no longer valid. The next call finishes what fails now. */
export async function endSessions(dir: string): Promise<void> {
  const addresses = withMaps(dir, (db) => db.prepare('select address from endings').pluck().all()) as string[];
  if (addresses.length === 0) return;
  await kick(join(dir, 'doveadm'), addresses);
  withMaps(dir, (db) => {
    const forget = db.prepare('delete from endings where address = ?');
    db.transaction(() => {
      for (const address of addresses) forget.run(address);
    }).immediate();
  });
}

/** Uses the doveadm protocol: a line each, answered by `+`, or by `-NOTFOUND` if there is no session. */
function kick(path: string, addresses: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let [text, asked] = ['', 0];
    socket.setEncoding('latin1');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('Dovecot did not answer in time')));
    socket.write('VERSION\tdoveadm-server\t1\t2\n');
    socket.on('data', (data: string) => {
      text += data;
      if (!/(^|\n)(\+|-[A-Z]+)\n$/.test(text)) return;
      text = '';
      const address = addresses[asked++];
      if (address === undefined) socket.end();
      else socket.write(`\t${address}\tkick\t${address}\n`);
    });
    // If Dovecot is not running there are no sessions.
    socket.once('error', (error) =>
      ['ENOENT', 'ECONNREFUSED'].some((code) => hasCode(error, code)) ? resolve() : reject(error),
    );
    socket.once('close', () =>
      asked > addresses.length ? resolve() : reject(new Error('Dovecot closed the connection too early')),
    );
  });
}

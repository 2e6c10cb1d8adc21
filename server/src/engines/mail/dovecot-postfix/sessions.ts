import { connect } from 'node:net';
import { join } from 'node:path';
import { hasCode } from '../../durable-file.ts';
import { withMaps } from './map-database.ts';

const PATIENCE_MS = 5_000;

/** Ends what is open of mailboxes that nobody may sign in to as they did. What is not done now is done the next time. */
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

/** By the protocol of Dovecot's own command: a line each, answered by `+`, or by `-NOTFOUND` where nothing is open. */
function kick(path: string, addresses: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(path);
    let [text, asked] = ['', 0];
    socket.setEncoding('latin1');
    socket.setTimeout(PATIENCE_MS, () => socket.destroy(new Error('Dovecot ends no sessions')));
    socket.write('VERSION\tdoveadm-server\t1\t2\n');
    socket.on('data', (data: string) => {
      text += data;
      if (!/(^|\n)(\+|-[A-Z]+)\n$/.test(text)) return;
      text = '';
      const address = addresses[asked++];
      if (address === undefined) socket.end();
      else socket.write(`\t${address}\tkick\t${address}\n`);
    });
    // Where Dovecot is not running nobody is signed in.
    socket.once('error', (error) =>
      ['ENOENT', 'ECONNREFUSED'].some((code) => hasCode(error, code)) ? resolve() : reject(error),
    );
    socket.once('close', () => (asked > addresses.length ? resolve() : reject(new Error('Dovecot ended no sessions'))));
  });
}

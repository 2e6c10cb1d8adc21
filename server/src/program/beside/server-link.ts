import type { Database } from '@hostler/database';
import type { Scrape } from '#kernel/metrics/metric.ts';
import type { Hostler } from '../hostler.ts';
import { SAID_EVERY_MS, type ToServer, type ToWork } from './messages.ts';
import { oncePerTurn } from './once-per-turn.ts';

interface Options {
  db: Pick<Database, 'linkSignals'>;
  calls: Hostler['calls'];
  scrape: Scrape;
  /** Called when the server is gone. */
  onGone(): void;
}

/** Links this worker with the server that has started it. Returns undefined if it was started by itself. */
export function linkToServer({ db, calls, scrape, onGone }: Options): { works(): void } | undefined {
  if (!process.connected) return undefined;
  const send = (message: ToServer) => {
    if (process.connected) process.send?.(message, undefined, undefined, () => {});
  };
  const look = db.linkSignals(oncePerTurn(() => send({ say: 'wrote' })));
  calls.send((call) => send({ say: 'called', call }));
  process.on('message', (message: ToWork) => {
    if (message.say === 'wrote') look?.();
    else void scrape().then((text) => send({ say: 'scraped', id: message.id, text }));
  });
  process.once('disconnect', onGone);
  return {
    works() {
      send({ say: 'works' });
      setInterval(() => send({ say: 'works' }), SAID_EVERY_MS).unref();
    },
  };
}

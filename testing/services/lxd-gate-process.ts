// Started by lxd-gate.ts inside LXD's network: joins what comes in from outside to the port given as argument.
import { connect, type Server } from 'node:net';
import { pipeline } from 'node:stream';

const port = Number(process.argv[2]);

process.once('message', (_command, listener) => {
  (listener as Server).on('connection', (outside) => {
    const inside = connect(port, '127.0.0.1');
    // Either side may break off at any time; the other one learns of it.
    pipeline(outside, inside, () => {});
    pipeline(inside, outside, () => {});
  });
  process.send?.('open');
});

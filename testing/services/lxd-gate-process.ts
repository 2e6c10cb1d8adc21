// Started by lxd-gate.ts inside the network of LXD: forwards connections from outside to the port given as argument.
import { connect, type Server } from 'node:net';
import { pipeline } from 'node:stream';

const port = Number(process.argv[2]);

process.once('message', (_command, listener) => {
  (listener as Server).on('connection', (outside) => {
    const inside = connect(port, '127.0.0.1');
    // Either side may close at any time; the other one is closed, too.
    pipeline(outside, inside, () => {});
    pipeline(inside, outside, () => {});
  });
  process.send?.('open');
});

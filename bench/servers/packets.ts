// Sends a packet to a port of a machine again and again, from the network of its host. Writes a line per packet: the
// time when it was sent, and whether the machine answered. A port on which nothing listens answers too, with a refusal.
import { connect } from 'node:net';

const EVERY_MS = 10;
/** A dropped packet has no answer. It is sent again after a second, which would be too late. */
const PATIENCE_MS = 200;

const [address = '', port = ''] = process.argv.slice(2);

function send(): void {
  const sentAt = performance.timeOrigin + performance.now();
  const socket = connect({ host: address, port: Number(port) });
  const end = (passed: boolean) => {
    socket.destroy();
    process.stdout.write(`${sentAt} ${passed ? 'passed' : 'dropped'}\n`);
  };
  const patience = setTimeout(() => end(false), PATIENCE_MS);
  socket.once('error', ({ code }: NodeJS.ErrnoException) => {
    clearTimeout(patience);
    end(code === 'ECONNREFUSED');
  });
}

setInterval(send, EVERY_MS);

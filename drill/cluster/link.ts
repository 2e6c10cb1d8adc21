import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A connection between a process and a service that can be cut: then no data passes, and neither side is notified. */
export class Link {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Resolves when the connection is whole again; undefined while it is whole. */
  #restored: Promise<void> | undefined;
  #restore = () => {};
  delayMs = 0;
  /** Port to which it connects. */
  target: number;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((near) => this.#join(near));
  }

  static async open(target: number): Promise<Link> {
    const link = new Link(target);
    await new Promise<void>((resolve) => link.#server.listen(0, '127.0.0.1', resolve));
    return link;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    if (this.#restored) return;
    this.#restored = new Promise((resolve) => {
      this.#restore = resolve;
    });
  }

  restore(): void {
    this.#restored = undefined;
    this.#restore();
  }

  close(): void {
    this.restore();
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
  }

  #join(near: Socket): void {
    const far = connect(this.target, '127.0.0.1');
    for (const socket of [near, far]) {
      this.#sockets.add(socket);
      socket.setNoDelay(true);
      socket.on('error', () => {});
    }
    void this.#carry(near, far);
    void this.#carry(far, near);
  }

  /** Data in flight when the connection is cut arrives after it is restored, as with TCP. */
  async #carry(from: Socket, to: Socket): Promise<void> {
    let sent = Promise.resolve();
    try {
      for await (const chunk of from) {
        sent = this.#pass(chunk, to, performance.now() + this.delayMs, sent);
        // Latency does not limit throughput: the next chunk is sent meanwhile.
        if (this.delayMs === 0) await sent;
      }
    } catch {
      // The other side disconnected.
    }
    await sent;
    await this.#restored;
    to.destroy();
    this.#sockets.delete(from);
  }

  async #pass(chunk: Buffer, to: Socket, dueAt: number, before: Promise<void>): Promise<void> {
    await before;
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await sleep(leftMs);
    await this.#restored;
    if (to.destroyed || to.write(chunk)) return;
    await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
  }
}

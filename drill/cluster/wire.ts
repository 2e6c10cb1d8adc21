import { connect, createServer, type Server, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

/** A cable between a process and what it needs, that can be cut: then nothing comes through, and nobody is told. */
export class Wire {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** Resolves when the cable is whole; undefined while it is. */
  #mended: Promise<void> | undefined;
  #mend = () => {};
  delayMs = 0;
  /** Where it leads. */
  target: number;

  private constructor(target: number) {
    this.target = target;
    this.#server = createServer((near) => this.#join(near));
  }

  static async lay(target: number): Promise<Wire> {
    const wire = new Wire(target);
    await new Promise<void>((resolve) => wire.#server.listen(0, '127.0.0.1', resolve));
    return wire;
  }

  get port(): number {
    return (this.#server.address() as { port: number }).port;
  }

  cut(): void {
    if (this.#mended) return;
    this.#mended = new Promise((resolve) => {
      this.#mend = resolve;
    });
  }

  mend(): void {
    this.#mended = undefined;
    this.#mend();
  }

  close(): void {
    this.mend();
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

  /** What is on its way when the cable is cut arrives when it is mended, as TCP has it. */
  async #carry(from: Socket, to: Socket): Promise<void> {
    let sent = Promise.resolve();
    try {
      for await (const chunk of from) {
        sent = this.#pass(chunk, to, performance.now() + this.delayMs, sent);
        // A long way is not a narrow one: what comes next is on its way meanwhile.
        if (this.delayMs === 0) await sent;
      }
    } catch {
      // The other side went away.
    }
    await sent;
    await this.#mended;
    to.destroy();
    this.#sockets.delete(from);
  }

  async #pass(chunk: Buffer, to: Socket, dueAt: number, before: Promise<void>): Promise<void> {
    await before;
    const leftMs = dueAt - performance.now();
    if (leftMs > 0) await sleep(leftMs);
    await this.#mended;
    if (to.destroyed || to.write(chunk)) return;
    await new Promise((resolve) => to.once('drain', resolve).once('close', resolve));
  }
}

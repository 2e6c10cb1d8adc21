import { WebSocket } from 'ws';
import { createIncusVps } from '../../server/src/engines/vps/incus/incus.ts';

/** Medians of the time from a key until its echo. */
export interface KeystrokeTimes {
  readonly count: number;
  readonly directMs: number;
  readonly throughMs: number;
}

/** Types into a terminal and waits for the echo. */
interface Echo {
  type(text: string): Promise<void>;
  /** Resolves with the next output. */
  next(): Promise<void>;
  close(): void;
}

/** Compares keys through a console of Hostler with keys through the exec of the engine, in turn. */
export async function measureKeystrokes(
  engine: { url: string; project: string; name: string },
  address: string,
  count: number,
): Promise<KeystrokeTimes> {
  const [direct, through] = [await openDirect(engine), await openThrough(address)];
  const times: Record<'direct' | 'through', number[]> = { direct: [], through: [] };
  try {
    for (const echo of [direct, through]) await waitForEcho(echo);
    for (let round = 0; round < count; round++) {
      times.direct.push(await press(direct));
      times.through.push(await press(through));
    }
  } finally {
    direct.close();
    through.close();
  }
  return { count, directMs: median(times.direct), throughMs: median(times.through) };
}

/** The terminal echoes while `cat` waits for its input. Reads until the terminal is quiet. */
async function waitForEcho(echo: Echo): Promise<void> {
  await echo.type('cat\r');
  for (;;) {
    const more = await Promise.race([
      echo.next().then(() => true),
      new Promise((end) => setTimeout(end, 1_000, false)),
    ]);
    if (!more) return;
  }
}

async function press(echo: Echo): Promise<number> {
  const shown = echo.next();
  const began = performance.now();
  await echo.type('x');
  await shown;
  return performance.now() - began;
}

async function openDirect({ url, project, name }: { url: string; project: string; name: string }): Promise<Echo> {
  const driver = createIncusVps({ url, project });
  const terminal = await driver.openTerminal(name, { kind: 'shell', columns: 80, rows: 24 });
  const signal = makeSignal();
  void (async () => {
    for await (const _ of terminal.read()) signal.raise();
  })().catch(() => {});
  return { type: (text) => terminal.write(Buffer.from(text)), next: signal.next, close: () => terminal.close() };
}

async function openThrough(address: string): Promise<Echo> {
  const socket = new WebSocket(address);
  const signal = makeSignal();
  const ready = Promise.withResolvers<void>();
  socket.on('error', ready.reject);
  socket.on('message', (_data, isBinary) => (isBinary ? signal.raise() : ready.resolve()));
  await ready.promise;
  return {
    type: async (text) => socket.send(Buffer.from(text)),
    next: signal.next,
    close: () => socket.terminate(),
  };
}

function makeSignal() {
  let wake = () => {};
  return {
    raise: () => wake(),
    next: () =>
      new Promise<void>((resolve) => {
        wake = resolve;
      }),
  };
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

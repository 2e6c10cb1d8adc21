import { setTimeout as sleep } from 'node:timers/promises';
import { prepareCases } from './cases.ts';
import { measureLoad } from './load.ts';
import type { Plan } from './measure.ts';
import { makeFolder, removeFolder, startHostler } from './processes.ts';
import { type Settings, seedTickets } from './seed.ts';

const INSPECTOR_PORT = 9329;
const SAMPLE_EVERY_US = 250;
const SHOWN = 45;

interface CpuProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[];
}

interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  readonly lineNumber: number;
}

/** Returns, for each case, the functions in which the server spent its time (self time), and the time per request. */
export async function profileDatabase(database: string, settings: Settings, plan: Plan): Promise<string> {
  const folder = makeFolder();
  const cases = prepareCases(folder, await seedTickets(settings, plan));
  const texts: string[] = [];
  for (const { name, requestFile } of cases) {
    const nodeArgs = [`--inspect=127.0.0.1:${INSPECTOR_PORT}`];
    const server = await startHostler({ settings, nodeArgs, fromSources: true });
    // Start and warm-up are left out: the profile shows a server that has been running for a while.
    await measureLoad(server, requestFile, plan.warmUpSeconds);
    const inspector = await connectInspector();
    await inspector.send('Profiler.enable');
    await inspector.send('Profiler.setSamplingInterval', { interval: SAMPLE_EVERY_US });
    await inspector.send('Profiler.start');
    const { perSecond } = await measureLoad(server, requestFile, plan.seconds);
    const { profile } = (await inspector.send('Profiler.stop')) as { profile: CpuProfile };
    inspector.close();
    await server.stop();
    texts.push(
      `${database}, ${name}: ${Math.round(perSecond)} requests a second while being watched`,
      ...sumSelfTime(profile, perSecond * plan.seconds),
      '',
    );
  }
  removeFolder(folder);
  return texts.join('\n');
}

interface Inspector {
  send(method: string, params?: object): Promise<unknown>;
  close(): void;
}

async function connectInspector(): Promise<Inspector> {
  const response = await fetch(`http://127.0.0.1:${INSPECTOR_PORT}/json/list`);
  const [target] = (await response.json()) as { webSocketDebuggerUrl: string }[];
  const socket = new WebSocket(target?.webSocketDebuggerUrl ?? '');
  const waiting = new Map<number, (result: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const { id, result } = JSON.parse(String(data)) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  while (socket.readyState === WebSocket.CONNECTING) await sleep(5);
  let count = 0;
  return {
    send(method, params = {}) {
      const id = ++count;
      socket.send(JSON.stringify({ id, method, params }));
      return new Promise((resolve) => waiting.set(id, resolve));
    },
    close: () => socket.close(),
  };
}

function sumSelfTime({ nodes, samples, timeDeltas }: CpuProfile, requests: number): string[] {
  const names = nameNodes(nodes);
  const times = new Map<string, number>();
  for (const [index, node] of samples.entries()) {
    const name = names.get(node) ?? '(unknown)';
    times.set(name, (times.get(name) ?? 0) + (timeDeltas[index] ?? 0));
  }
  times.delete('(idle)');
  const total = times.values().reduce((sum, time) => sum + time, 0);
  return [...times]
    .sort(([, a], [, b]) => b - a)
    .slice(0, SHOWN)
    .map(([name, us]) => {
      const share = `${((us / total) * 100).toFixed(1)} %`.padStart(7);
      return `${share} ${(us / requests).toFixed(2).padStart(7)} µs  ${name}`;
    });
}

/** Names native functions of an add-on by their callers, because they have neither name nor file. */
function nameNodes(nodes: readonly ProfileNode[]): Map<number, string> {
  const callers = new Map(nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.callFrame])));
  return new Map(
    nodes.map(({ id, callFrame }) => {
      const caller = callers.get(id);
      const isNative = callFrame.functionName === '' && callFrame.url === '' && caller !== undefined;
      return [id, isNative ? `native code called by ${nameFrame(caller)}` : nameFrame(callFrame)];
    }),
  );
}

function nameFrame({ functionName, url, lineNumber }: CallFrame): string {
  const file = url.replace(/^file:\/\//, '').replace(/^.*\/(node_modules|server)\//, '$1/');
  const name = functionName || '(anonymous)';
  return file === '' ? name : `${name}  ${file}:${lineNumber + 1}`;
}

import { fileURLToPath } from 'node:url';
import { runPinned } from './processes.ts';
import { judge, renderTable, type Surroundings } from './report.ts';

const PASS = fileURLToPath(new URL('./documents-pass.ts', import.meta.url));
const AIM_MS = 50;

/** Processor time for an invoice with this many lines. The first one in a process is counted separately. */
export interface DocumentCost {
  readonly lines: number;
  readonly bytes: number;
  readonly firstMs: number;
  readonly cpuMs: number;
}

export async function measureDocuments(documents: number): Promise<DocumentCost[]> {
  const { output } = runPinned([PASS, String(documents)]);
  return JSON.parse(await output) as DocumentCost[];
}

export function renderDocuments(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  costs: readonly DocumentCost[],
): string {
  return [
    `${date}, ${cpu}, Node ${node}. An invoice as PDF/A-3 with its electronic invoice inside, in a process of its own as in the`,
    'thread of a server: processor time, the median; the first one of all loads the fonts and the library.',
    '',
    ...renderTable(
      ['lines', 'size', 'the first', 'each', 'aim'],
      costs.map(({ lines, bytes, firstMs, cpuMs }) => [
        String(lines),
        `${Math.round(bytes / 1024)} KB`,
        firstMs > 0 ? `${firstMs.toFixed(0)} ms` : '',
        `${cpuMs.toFixed(1)} ms`,
        lines <= 10 ? judge(`< ${AIM_MS} ms`, cpuMs < AIM_MS) : '',
      ]),
    ),
    '',
  ].join('\n');
}

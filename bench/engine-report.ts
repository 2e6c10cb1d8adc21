import { judge, renderTable, type Surroundings } from './report.ts';

const RESTART_AIM_MS = 50;
const METRICS_AIM_MS = 1_000;
const METRICS_AIM_MB = 50;
const BACKUP_AIM = 0.8;

export interface MetricsPass {
  readonly machines: number;
  readonly firstMs: number;
  readonly medianMs: number;
  readonly megabytes: number;
}

export interface BackupTimes {
  readonly mib: number;
  readonly exportMs: number;
  readonly writtenMs: number;
  readonly verifiedMs: number;
  readonly idleMb: number;
  readonly peakMb: number;
}

export interface EngineResult {
  readonly restarts: { readonly count: number; readonly directMs: number; readonly throughMs: number };
  readonly metrics: MetricsPass;
  readonly backup: BackupTimes;
}

export function renderEngines(
  { date, cpu, node }: Pick<Surroundings, 'date' | 'cpu' | 'node'>,
  { restarts, metrics, backup }: EngineResult,
): string {
  const more = restarts.throughMs - restarts.directMs;
  const slowest = Math.max(metrics.firstMs, metrics.medianMs);
  const share = backup.exportMs / backup.writtenMs;
  return [
    `${date}, ${cpu}, Node ${node}. A private LXD with a \`dir\` pool and containers of busybox.`,
    '',
    ...renderTable(
      ['what', 'measured', 'aim'],
      [
        [
          `forced restart through the API against straight to the engine, ${restarts.count} in turn`,
          `${restarts.throughMs.toFixed(0)} ms / ${restarts.directMs.toFixed(0)} ms: ${more.toFixed(0)} ms more`,
          judge(`< ${RESTART_AIM_MS} ms more`, more < RESTART_AIM_MS),
        ],
        [
          `readings of ${metrics.machines} machines, first pass and median`,
          `${metrics.firstMs.toFixed(0)} / ${metrics.medianMs.toFixed(0)} ms`,
          judge(`< ${METRICS_AIM_MS} ms`, slowest < METRICS_AIM_MS),
        ],
        [
          'memory that the passes added at their peak',
          `${metrics.megabytes.toFixed(0)} MB`,
          judge(`< ${METRICS_AIM_MB} MB`, metrics.megabytes < METRICS_AIM_MB),
        ],
        [
          `backup of ${backup.mib} MiB written, against the engine’s own export to a file`,
          `${(backup.writtenMs / 1000).toFixed(1)} s / ${(backup.exportMs / 1000).toFixed(1)} s: ${share.toFixed(2)} of its speed`,
          judge(`≥ ${BACKUP_AIM}`, share >= BACKUP_AIM),
        ],
        ['the same, read back and verified', `${(backup.verifiedMs / 1000).toFixed(1)} s`, ''],
        [
          'memory of the server, before and at its peak',
          `${backup.idleMb.toFixed(0)} / ${backup.peakMb.toFixed(0)} MB`,
          'flat',
        ],
      ],
    ),
    '',
    'A restart counts from the POST until the long poll says `succeeded`. A backup is written with its checksum and synced to',
    'disk; the engine’s export is not synced. Readings are taken so far apart that the engine has none kept. Medians.',
    '',
  ].join('\n');
}

import type { Machine } from './simulated-machine.ts';

/** Returns the console output of the last boot, coloured like a real one. */
export function writeConsole({ spec, bootedAt, stoppedAt }: Machine): string {
  const at = (ms: number) => new Date(ms).toUTCString();
  const ok = '[\u001b[0;32m  OK  \u001b[0m]';
  const boot = [
    `[    0.000000] Booting ${spec.image} as a simulated ${spec.kind} on ${at(bootedAt)}`,
    `${ok} Set hostname to <${spec.hostname}>.`,
    `${ok} Reached target \u001b[0;1;39mmulti-user.target\u001b[0m.`,
  ];
  const end = stoppedAt === null ? [`${spec.hostname} login: `] : [`[ halted ] Powered off on ${at(stoppedAt)}`, ''];
  return [...boot, '', ...end].join('\r\n');
}

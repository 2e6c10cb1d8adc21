import { defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { HOLDS, type IssuingGate } from './gate.ts';

export function archiveMetrics(gate: IssuingGate): Metric[] {
  const held = defineGauge({
    name: 'hostler_document_issuing_held',
    help: '1 if this process issues no invoices and credit notes, by reason.',
    labelNames: ['reason'],
    collect() {
      const current = gate.findHold()?.kind;
      for (const reason of HOLDS) this.set({ reason }, current === reason ? 1 : 0);
    },
  });
  return [held];
}

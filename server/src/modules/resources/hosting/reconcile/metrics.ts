import type { Database } from '@hostler/database';
import { defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { createReading } from '#kernel/metrics/reading.ts';
import { countMachinesMissing } from './operator-service.ts';

export function machineMetrics(db: Database): Metric[] {
  const read = createReading(() => countMachinesMissing(db));
  const missing = defineGauge({
    name: 'hostler_machines_missing',
    help: 'Servers whose machine is gone from the engine.',
    async collect() {
      const found = await read();
      this.reset();
      if (found !== undefined) this.set(found);
    },
  });
  return [missing];
}

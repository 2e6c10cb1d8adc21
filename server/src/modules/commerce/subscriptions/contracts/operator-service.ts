import type { Database } from '@hostler/database';
import type { EngineHealth } from '#engines/engine.ts';
import type { CheckedEngine } from '#health/health.ts';
import { listOtherSizes, type OtherSize } from '../operator-store.ts';

const MOST_COUNTED = 1_000;
const MOST_NAMED = 10;

/** For `doctor`: servers whose size is not that of the plan that is paid for. */
export function checkSizes(db: Database): CheckedEngine {
  return {
    name: 'server sizes',
    async check(): Promise<EngineHealth> {
      const others = await db.peek(listOtherSizes(MOST_COUNTED + 1));
      const fine = { reachable: true, version: null };
      const [first] = others;
      if (!first) return { ...fine, detail: 'Every server has the size of its plan.', advice: null };
      const count = others.length > MOST_COUNTED ? `More than ${MOST_COUNTED}` : String(others.length);
      const named = others.slice(0, MOST_NAMED).map(describe).join('; ');
      const rest = others.length > MOST_NAMED ? '; and more' : '';
      const detail = `Servers whose size differs from their plan: ${count} (${named}${rest}).`;
      const isMeant = others.every(({ size_reason }) => size_reason !== null);
      const advice = `Give a server the size of its plan: \`hostler hosting resize --id ${first.id} --plan "${first.plan}"\`, or note a reason: \`--size-only --reason …\`.`;
      return { ...fine, detail, advice: isMeant ? null : advice };
    },
  };
}

function describe({ id, hostname, plan, size_reason, ...size }: OtherSize): string {
  const has = `${size.vcpus} vCPUs, ${size.memory_mb} MB, ${size.disk_gb} GB`;
  const sold = `${size.plan_vcpus} vCPUs, ${size.plan_memory_mb} MB, ${size.plan_disk_gb} GB`;
  const why = size_reason === null ? 'no reason noted' : `reason: ${size_reason}`;
  return `VPS ${id} ${hostname} has ${has} and ${plan} has ${sold}, ${why}`;
}

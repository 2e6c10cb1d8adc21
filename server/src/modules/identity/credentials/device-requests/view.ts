import { formatTime } from '#kernel/time.ts';
import type { DeviceRequestRow } from './store.ts';

export function viewDevice({ decision, program, machine, environment, address, ...times }: DeviceRequestRow) {
  return {
    ...{ program, machine, environment, address },
    status: decision ?? ('pending' as const),
    created_at: formatTime(times.created_at),
    expires_at: formatTime(times.expires_at),
  };
}

import { describe } from 'vitest';
import type { ServiceName } from './services/service.ts';

/** Declares a suite against a real server of this run; without one it is skipped, with the reason in its name. */
export function describeWithService(service: ServiceName, title: string, define: (url: string) => void): void {
  const prefix = `HOSTLER_TEST_${service.toUpperCase()}`;
  const url = process.env[`${prefix}_URL`];
  const reason = process.env[`${prefix}_MISSING`] ?? `${service} is not started in this run`;
  describe.skipIf(!url)(url ? title : `${title} [${reason}]`, () => define(url ?? ''));
}

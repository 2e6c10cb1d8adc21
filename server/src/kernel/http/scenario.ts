import type { FastifyRequest } from 'fastify';
import { fieldErrors } from '../errors.ts';
import type { Caller } from './caller.ts';
import { badParameter } from './parameters.ts';

export const SCENARIOS = ['fail', 'rate_limited', 'server_error', 'slow'] as const;
export type Scenario = (typeof SCENARIOS)[number];

export const SLOW_MS = 5_000;

/**
 * Returns the requested scenario. Ignored for live credentials: a header left in by mistake must not affect production.
 */
export function readScenario(request: FastifyRequest, { credential }: Caller): Scenario | undefined {
  const asked = request.headers['x-sandbox-scenario'];
  if (asked === undefined || credential.environment !== 'test') return undefined;
  const scenario = SCENARIOS.find((name) => name === asked);
  if (!scenario) throw badParameter(fieldErrors.not_one_of('X-Sandbox-Scenario', { values: SCENARIOS.join(', ') }));
  return scenario;
}

import type { FastifyInstance, FastifyRequest } from 'fastify';
import { equalInConstantTime } from '../crypto.ts';
import type { Scrape } from '../metrics/metric.ts';
import { JSON_TYPE } from './answer.ts';
import { errorBody } from './envelope.ts';
import { errors } from './errors.ts';

interface Readiness {
  ready: boolean;
  /** Result of each check, as a word or a sentence. */
  checks: Record<string, unknown>;
}

/** Returns more detail to the operator than to others. */
export type CheckReadiness = (isOperator: boolean) => Promise<Readiness>;

interface ProbeOptions {
  checkReadiness: CheckReadiness;
  metricsToken: string | undefined;
  scrape: Scrape;
  /** Version of the program. */
  build: { readonly version: string; readonly commit: string | null };
}

/** Registers the endpoints for load balancers and Prometheus: liveness, readiness and metrics. */
export function registerProbes(
  app: FastifyInstance,
  { checkReadiness, metricsToken, scrape, build }: ProbeOptions,
): void {
  const alive = JSON.stringify({
    success: true,
    data: { status: 'alive', version: build.version, commit: build.commit },
  });
  app.get('/healthz', (_request, reply) => {
    reply.type(JSON_TYPE).send(alive);
  });
  app.get('/readyz', async (request, reply) => {
    const { ready, checks } = await checkReadiness(mayReadMetrics(request, metricsToken));
    reply.code(ready ? 200 : 503).type(JSON_TYPE);
    return JSON.stringify({ success: ready, data: { status: ready ? 'ready' : 'not ready', ...checks } });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) {
      const error = errors.metrics_token_required();
      return reply.code(error.status).type(JSON_TYPE).send(errorBody(error));
    }
    // Requests are counted in batches. Flush, so that this scrape contains all earlier responses.
    app.outgoing.accessLog.flush();
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await scrape());
  });
}

/**
 * Without a token only a direct request from this machine may read metrics. A forwarded request comes from elsewhere.
 */
function mayReadMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return equalInConstantTime(headers.authorization ?? '', `Bearer ${token}`);
  const direct = !headers.forwarded && !headers['x-forwarded-for'] && !headers['x-real-ip'];
  const address = raw.socket.remoteAddress ?? '';
  return direct && (address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.'));
}

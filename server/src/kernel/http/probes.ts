import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { equalInConstantTime } from '../crypto.ts';
import { AppError } from '../errors.ts';
import { errorBody } from './envelope.ts';
import { JSON_TYPE } from './register.ts';

export interface Readiness {
  ready: boolean;
  /** What was looked at, each with a word or a sentence. */
  checks: Record<string, unknown>;
}

interface ProbeOptions {
  checkReadiness: () => Promise<Readiness>;
  metricsToken: string | undefined;
}

const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** For load balancers and Prometheus: does the process live, can it work, how is it doing. */
export function registerProbes(app: FastifyInstance, { checkReadiness, metricsToken }: ProbeOptions): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const durations = new Histogram({
    name: 'hostler_http_request_duration_seconds',
    help: 'Duration of requests by route and status.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS,
    registers: [registry],
  });
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    durations.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    done();
  });

  app.get('/healthz', (_request, reply) => {
    reply.type(JSON_TYPE).send('{"success":true,"data":{"status":"alive"}}');
  });
  app.get('/readyz', async (_request, reply) => {
    const { ready, checks } = await checkReadiness();
    reply.code(ready ? 200 : 503).type(JSON_TYPE);
    return JSON.stringify({ success: ready, data: { status: ready ? 'ready' : 'not ready', ...checks } });
  });
  app.get('/metrics', async (request, reply) => {
    if (!mayReadMetrics(request, metricsToken)) {
      const error = new AppError('UNAUTHORIZED', 'Send Authorization: Bearer with the value of HOSTLER_METRICS_TOKEN.');
      return reply.code(error.status).type(JSON_TYPE).send(errorBody(error));
    }
    return reply.type(registry.contentType).send(await registry.metrics());
  });
}

/** Without a token only a direct request from this machine will do; a forwarded one is somebody else's. */
function mayReadMetrics({ headers, raw }: FastifyRequest, token: string | undefined): boolean {
  if (token !== undefined) return equalInConstantTime(headers.authorization ?? '', `Bearer ${token}`);
  const direct = !headers.forwarded && !headers['x-forwarded-for'] && !headers['x-real-ip'];
  const address = raw.socket.remoteAddress ?? '';
  return direct && (address === '::1' || address.replace(/^::ffff:/, '').startsWith('127.'));
}

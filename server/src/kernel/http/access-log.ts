import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Logger, symbols } from 'pino';
import { isoTime } from '../log.ts';
import type { RequestMetrics } from './metrics.ts';

const INFO = 30;

export type AccessLog = (request: FastifyRequest, reply: FastifyReply) => void;

/**
 * One line per request, in the shape the logger would give it but put together by hand: it is the one line whose cost every
 * request pays. Never the query, a header or a body: they may hold what must not be in a log.
 */
export function createAccessLog(log: Logger, metrics: RequestMetrics): AccessLog {
  const stream = (log as Logger & { [symbols.streamSym]: { write(line: string): void } })[symbols.streamSym];
  return (request, reply) => {
    const { id, caller, url, method, ip } = request;
    const status = reply.raw.statusCode;
    const ms = reply.elapsedTime;
    metrics.observe(request.routeName || `${method} ${request.routeOptions.url ?? 'none'}`, status, ms / 1000);
    if (log.levelVal > INFO) return;
    const query = url.indexOf('?');
    const path = query === -1 ? url : url.slice(0, query);
    const who = caller ? `,"account_id":${caller.account.id},"key_id":${caller.key.id}` : '';
    stream.write(
      `{"level":${INFO}${isoTime()},"pid":${process.pid},"request_id":"${id}","method":"${method}","path":${quote(path)},` +
        `"status":${status},"ms":${Math.round(ms * 10) / 10},"address":"${ip}"${who},"msg":"request"}\n`,
    );
  };
}

const PLAIN = /^[\w./-]*$/;

function quote(path: string): string {
  return PLAIN.test(path) ? `"${path}"` : JSON.stringify(path);
}

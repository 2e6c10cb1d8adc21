import type { Database } from '@hostler/database';
import { EngineError } from '#engines/engine.ts';
import type { OpenSandboxTerminal, Terminal, VpsDriver } from '#engines/vps/driver.ts';
import { AppError, type ErrorCode } from '#kernel/errors.ts';
import type { CloseCode } from '#kernel/http/client-socket.ts';
import { InputMeter } from '#kernel/http/input-meter.ts';
import type { SocketConnection, SocketEndpoint } from '#kernel/http/sockets.ts';
import type { Logger } from '#kernel/log.ts';
import { defineGauge, type Metric } from '#kernel/metrics/metric.ts';
import { type Clock, SECOND } from '#kernel/time.ts';
import { isHeldFrom } from '../../../identity/holders/index.ts';
import { instanceName } from '../machine.ts';
import { findHosting, type HostingRow } from '../store.ts';
import { errors } from './errors.ts';
import { CHECK_MS, MOST_OF_PROCESS, SEEN_EVERY_MS } from './lifetimes.ts';
import { recordClose, recordOpen } from './log.ts';
import { describeEnd, explainEnd } from './outcome.ts';
import { type End, relay } from './relay.ts';
import { mayBeOpen } from './rights.ts';
import { CONSOLE_PATH, hashToken } from './service.ts';
import { type ConsoleRow, claimConsole, markSeen } from './store.ts';

/** Size until the client sends its own. */
const SIZE = { columns: 80, rows: 24 };
/** Rights that could not be checked for this long count as ended. */
const UNCHECKED_MS = 60 * SECOND;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Logger;
  vps: VpsDriver;
  openSandboxTerminal: OpenSandboxTerminal;
  idleSeconds: number;
}

interface Session {
  row: ConsoleRow;
  end(how: End): void;
}

/** The open terminals of this process. */
export function createConsoleSessions(dependencies: Dependencies) {
  const { db, clock, log, vps, openSandboxTerminal, idleSeconds } = dependencies;
  const open = new Map<number, Session>();
  /** By account, whatever the server and the engine. */
  const meters = new Map<number, InputMeter>();
  let watch: NodeJS.Timeout | undefined;
  let checkedAt = performance.now();
  let seenAt = performance.now();

  /** Uses the address up and checks everything before the engine is called. */
  async function claim(token: string | null, address: string): Promise<{ row: ConsoleRow; server: HostingRow }> {
    const hash = hashToken(token);
    if (hash === undefined) throw unknownToken();
    if (open.size >= MOST_OF_PROCESS) throw errors.too_many_consoles();
    const now = clock.now();
    const claimed = await db.write(function* () {
      const row = yield* claimConsole({ hash, now });
      if (!row) return undefined;
      const holder = { kind: row.holder_kind, id: row.holder_id };
      // The error undoes the claim: a stranger who has the address must not use it up.
      if (!(yield* isHeldFrom(holder, address))) throw errors.console_not_allowed_from_address();
      const server = yield* findHosting(row.account_id, row.hosting_id);
      if (!server || !(yield* mayBeOpen(row, now))) {
        yield* recordClose(row.id, explainEnd({ reason: 'rights' }), null, now);
        return undefined;
      }
      yield* recordOpen(row, server.hostname, address, now);
      return { row, server };
    });
    if (!claimed) throw unknownToken();
    return claimed;
  }

  function shareMeter(accountId: number): InputMeter {
    const meter = meters.get(accountId) ?? new InputMeter();
    const used = new Set([...open.values()].map(({ row }) => row.account_id));
    // A meter that is not full outlives its sessions, so that a new one does not begin with a full meter.
    for (const [id, { isFull }] of meters) if (isFull && !used.has(id)) meters.delete(id);
    meters.set(accountId, meter);
    return meter;
  }

  function openTerminal({ environment, kind, hosting_id }: ConsoleRow, server: HostingRow, signal: AbortSignal) {
    if (environment === 'live') return vps.openTerminal(instanceName(hosting_id), { kind, ...SIZE, signal });
    const [ipv4, ipv6]: [string[], string[]] = [JSON.parse(server.ipv4), JSON.parse(server.ipv6)];
    const { hostname, image, vcpus, memory_mb: memoryMb, disk_gb: diskGb } = server;
    return openSandboxTerminal({ hostname, image, vcpus, memoryMb, diskGb, ipv4, ipv6 }, { kind, ...SIZE });
  }

  async function serve({ client, query, address, closing }: SocketConnection): Promise<void> {
    let claimed: Awaited<ReturnType<typeof claim>>;
    try {
      claimed = await claim(query.get('token'), address);
    } catch (error) {
      if (!(error instanceof AppError)) log.error({ err: error }, 'console: open failed');
      return refuse(client, error);
    }
    const { row, server } = claimed;
    const about = { console_id: row.id, hosting_id: row.hosting_id, account_id: row.account_id };
    const ending = new AbortController();
    const session = { row, end: (how: End) => ending.abort(how) };
    const shutDown = () => session.end({ reason: 'shutdown' });
    const began = performance.now();
    let how: End = { reason: 'engine' };
    open.set(row.id, session);
    client.share(shareMeter(row.account_id));
    closing.addEventListener('abort', shutDown);
    if (closing.aborted) shutDown();
    watch ??= setInterval(() => void check(), CHECK_MS).unref();
    try {
      const terminal = await openTerminal(row, server, AbortSignal.any([ending.signal, client.gone]));
      client.tell({ type: 'ready' });
      log.info({ ...about, kind: row.kind }, 'console opened');
      how = await relay(client, terminal as Terminal, { idleMs: idleSeconds * SECOND, signal: ending.signal });
      if (how.reason !== 'left') client.tell({ type: 'exit', ...how, message: explainEnd(how) });
      void client.close(CODES[how.reason] ?? 1000);
    } catch (error) {
      how = ending.signal.aborted ? (ending.signal.reason as End) : client.gone.aborted ? { reason: 'left' } : how;
      if (!(error instanceof EngineError || ending.signal.aborted || client.gone.aborted)) {
        log.error({ ...about, err: error }, 'console: failed');
      }
      void refuse(client, error);
    } finally {
      closing.removeEventListener('abort', shutDown);
      open.delete(row.id);
      if (open.size === 0) [watch] = [clearInterval(watch) as undefined];
      const outcome = describeEnd(how, performance.now() - began);
      log.info({ ...about, reason: how.reason }, 'console closed');
      await db
        .write(() => recordClose(row.id, outcome, server.hostname, clock.now()))
        .catch((err) => log.warn({ ...about, err }, 'console: end not recorded'));
    }
  }

  /** Ends the sessions whose rights have ended. */
  async function check(): Promise<void> {
    const sessions = [...open.values()];
    if (sessions.length === 0) checkedAt = performance.now();
    try {
      const now = clock.now();
      const allowed = await db.read(
        (function* () {
          const ids = new Set<number>();
          for (const { row } of sessions) if (yield* mayBeOpen(row, now)) ids.add(row.id);
          return ids;
        })(),
      );
      checkedAt = performance.now();
      for (const session of sessions) if (!allowed.has(session.row.id)) session.end({ reason: 'rights' });
      if (performance.now() - seenAt > SEEN_EVERY_MS) await reportOpen(sessions, now);
    } catch (err) {
      // The database logs its own outage. Sessions survive a short one.
      if (performance.now() - checkedAt < UNCHECKED_MS) return;
      log.warn({ err }, 'console: rights not checked, sessions ended');
      for (const session of sessions) session.end({ reason: 'rights' });
    }
  }

  /** A session that another process closed, because this one was suspended for long, ends here, too. */
  async function reportOpen(sessions: readonly Session[], now: number): Promise<void> {
    seenAt = performance.now();
    const ids = sessions.map(({ row }) => row.id);
    const seen = await db.write(() => markSeen(ids, now));
    for (const session of sessions) if (!seen.has(session.row.id)) session.end({ reason: 'rights' });
  }

  const endpoint: SocketEndpoint = { path: CONSOLE_PATH, serve };
  const metric: Metric = defineGauge({
    name: 'hostler_consoles_open',
    help: 'Terminals that are open in this process.',
    collect() {
      this.set(open.size);
    },
  });
  return { endpoint, metric };
}

const CODES: Partial<Record<End['reason'], CloseCode>> = {
  shutdown: 1001,
  bad_message: 1003,
  flood: 1008,
  rights: 1008,
  engine: 1011,
};

/** Sends the error. Only messages for callers are sent. */
async function refuse(client: SocketConnection['client'], error: unknown): Promise<void> {
  const [code, message] = explain(error);
  client.tell({ type: 'error', code, message });
  await client.close(code === 'INTERNAL_ERROR' ? 1011 : 1008);
}

function explain(error: unknown): [ErrorCode, string] {
  if (error instanceof AppError) return [error.code, error.message];
  if (!(error instanceof EngineError)) return ['INTERNAL_ERROR', 'The console could not be opened. Try again.'];
  return error.code === 'unreachable'
    ? ['INTERNAL_ERROR', 'The server cannot be reached at the moment. Try again in a minute.']
    : [error.code === 'conflict' ? 'VPS_NOT_RUNNING' : 'CONFLICT', error.message];
}

function unknownToken(): AppError {
  return errors.console_address_invalid();
}

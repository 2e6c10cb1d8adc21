import type { QueryClient } from '@tanstack/react-query';
import type { Place } from '../session/place.ts';
import { setCutOff } from './connection.ts';
import { gather } from './gather.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** Report a lost connection only after this time: a restart of the server takes less. */
const TELL_AFTER_MS = 4_000;
/** A stream that does not open within this time is probably buffered by a proxy. */
const OPENS_WITHIN_MS = 15_000;

/**
 * Listens to the change hints of an account and refetches the queries of the resources that a hint names. The stream
 * carries no data. After a gap all queries are refetched, so a missed hint only delays an update.
 */
export function listenToHints({ accountId, environment }: Place, client: QueryClient): () => void {
  let source: EventSource | null = null;
  let pause = FIRST_PAUSE_MS;
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;

  const isOurs = (key: readonly unknown[]) =>
    (key[0] === 'api' && key[1] === accountId && key[2] === environment) ||
    (key[0] === 'panel' && key[1] === accountId);
  const resourceOf = (key: readonly unknown[]) => (key[0] === 'api' ? key[3] : key[2]);

  function forget(resources: readonly string[] | 'all'): void {
    void client.invalidateQueries({
      predicate: ({ queryKey }) =>
        isOurs(queryKey) && (resources === 'all' || resources.includes(String(resourceOf(queryKey)))),
    });
  }

  const hear = gather(forget);

  function connect(): void {
    source = new EventSource(`/panel/api/v1/stream?account_id=${accountId}&environment=${environment}`);
    opening = setTimeout(retry, OPENS_WITHIN_MS);
    source.onopen = () => {
      clearTimeout(opening);
      pause = FIRST_PAUSE_MS;
      clearTimeout(telling);
      telling = undefined;
      setCutOff(false);
      if (missed) forget('all');
      missed = false;
    };
    source.onmessage = ({ data }) => {
      const changed = readChanged(data);
      if (changed) hear(changed);
    };
    // The permissions have ended or changed: reload the session to see which are left.
    source.addEventListener('end', () => {
      void client.invalidateQueries({ queryKey: ['session'] });
      retry();
    });
    source.onerror = retry;
  }

  function retry(): void {
    source?.close();
    source = null;
    missed = true;
    telling ??= setTimeout(checkReach, TELL_AFTER_MS);
    for (const running of [timer, opening]) clearTimeout(running);
    timer = setTimeout(connect, pause * (0.8 + Math.random() * 0.4));
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }

  /** A refused stream does not mean an unreachable server. Poll until the stream opens. */
  function checkReach(): void {
    telling = undefined;
    void fetch('/healthz', { cache: 'no-store' }).then(
      ({ ok }) => {
        setCutOff(!ok);
        if (ok) forget('all');
      },
      () => setCutOff(true),
    );
  }

  /** The device is offline: an open stream may not notice this for minutes. */
  function lose(): void {
    setCutOff(true);
    retry();
  }

  function hurry(): void {
    source?.close();
    missed = true;
    pause = FIRST_PAUSE_MS;
    for (const running of [timer, opening]) clearTimeout(running);
    connect();
  }

  /** Closes the stream of a page in the back/forward cache: it would hold one of six connections. */
  function leave(): void {
    for (const running of [timer, opening]) clearTimeout(running);
    source?.close();
  }

  function comeBack({ persisted }: PageTransitionEvent): void {
    if (persisted) hurry();
  }

  connect();
  window.addEventListener('online', hurry);
  window.addEventListener('offline', lose);
  window.addEventListener('pagehide', leave);
  window.addEventListener('pageshow', comeBack);
  return () => {
    window.removeEventListener('online', hurry);
    window.removeEventListener('offline', lose);
    window.removeEventListener('pagehide', leave);
    window.removeEventListener('pageshow', comeBack);
    for (const running of [timer, telling, opening]) clearTimeout(running);
    source?.close();
    // No hints arrive after this: mark the queries stale so that they are refetched on return.
    void client.invalidateQueries({ predicate: ({ queryKey }) => isOurs(queryKey), refetchType: 'none' });
  };
}

function readChanged(text: string): string[] | null {
  try {
    const { changed } = JSON.parse(text) as { changed?: unknown };
    return Array.isArray(changed) ? changed.map(String) : null;
  } catch {
    return null;
  }
}

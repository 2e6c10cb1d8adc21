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

interface HintSource {
  /** Address of the stream. */
  readonly url: string;
  /** Returns the resource that a query shows, or null if the stream reports nothing about the query. */
  resourceOf(key: readonly unknown[]): string | null;
  /** Called when the server ends the stream because the permissions have ended or changed. */
  onEnd(): void;
}

/** Listens to the change hints of an account. */
export function listenToHints({ accountId, environment }: Place, client: QueryClient): () => void {
  return listenToStream(
    {
      url: `/panel/api/v1/stream?account_id=${accountId}&environment=${environment}`,
      resourceOf: ([api, account, ...rest]) => {
        if (account !== accountId) return null;
        if (api === 'panel') return String(rest[0]);
        return api === 'api' && rest[0] === environment ? String(rest[1]) : null;
      },
      // Reload the session to see which permissions are left.
      onEnd: () => void client.invalidateQueries({ queryKey: ['session'] }),
    },
    client,
  );
}

/**
 * Listens to a stream of hints and refetches the queries of the resources that a hint names. The stream carries no data.
 * After a gap all queries are refetched, so a missed hint only delays an update.
 */
export function listenToStream({ url, resourceOf, onEnd }: HintSource, client: QueryClient): () => void {
  let source: EventSource | null = null;
  let pause = FIRST_PAUSE_MS;
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;

  function forget(resources: readonly string[] | 'all'): void {
    void client.invalidateQueries({
      predicate: ({ queryKey }) => {
        const resource = resourceOf(queryKey);
        return resource !== null && (resources === 'all' || resources.includes(resource));
      },
    });
  }

  const hear = gather(forget);

  function connect(): void {
    source = new EventSource(url);
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
    source.addEventListener('end', () => {
      onEnd();
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
    void client.invalidateQueries({ predicate: ({ queryKey }) => resourceOf(queryKey) !== null, refetchType: 'none' });
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

import type { QueryClient } from '@tanstack/react-query';
import type { Place } from '../session/place.ts';
import { setCutOff } from './connection.ts';
import { gather } from './gather.ts';

const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 30_000;
/** A restart of the server takes less: nobody need be told. */
const TELL_AFTER_MS = 4_000;
/** A proxy that keeps back what is streamed never lets it begin. */
const OPENS_WITHIN_MS = 15_000;

/**
 * Listens to the hints about an account: on each, what is known about the resources it names is asked again. There is no
 * data in the stream, so a hint that was missed costs nothing but time: after a gap everything is asked again.
 */
export function listenToHints({ accountId, environment }: Place, client: QueryClient): () => void {
  let source: EventSource | null = null;
  let pause = FIRST_PAUSE_MS;
  let missed = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let telling: ReturnType<typeof setTimeout> | undefined;
  let opening: ReturnType<typeof setTimeout> | undefined;

  const isOurs = (key: readonly unknown[]) =>
    (key[0] === 'api' && key[1] === accountId && key[2] === environment) || (key[0] === 'door' && key[1] === accountId);
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
    // The rights have ended or changed: the session says what is left.
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

  /** A stream that is refused is not a server that is gone: what nobody tells of is asked for. */
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

  /** The machine has lost its network: an open stream may not notice for minutes. */
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

  /** A page that was left is kept by the browser for the way back, and its stream would hold one of six connections. */
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
    // From now on nobody tells what changes there: whoever comes back asks again.
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

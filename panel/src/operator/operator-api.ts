import { queryClient } from '../requests/query-client.ts';
import { sessionQuery } from '../session/current.ts';
import { signInGate } from '../session/gate.ts';
import { createSessionClient } from '../session/session-client.ts';

export const OPERATOR_PREFIX = '/operator/api/v1';

/**
 * Client of the operator API (`/operator/api/v1`). The session cookie of a staff member authenticates it. The record of
 * a change is named in the URL: `operatorApi.post('/staff/disable', {}, { query: { id } })`.
 */
export const operatorApi = createSessionClient({ prefix: OPERATOR_PREFIX, waitForAccess });

/** After a 401: without a session the person signs in again. With one, their access as staff has ended. */
async function waitForAccess(): Promise<void> {
  const session = await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 }).catch(() => null);
  if (!session) return signInGate.ask();
  window.location.reload();
  return new Promise(() => undefined);
}

import { leaveView, viewToken } from './account-view.ts';
import { createSessionClient } from './session-client.ts';

/**
 * Client of the panel API (`/panel/api/v1`), which only signed-in people can use. The session cookie authenticates it,
 * or the token of a staff member who views the account.
 */
export const panelApi = createSessionClient({
  prefix: '/panel/api/v1',
  token: { read: viewToken, onRefused: leaveView },
});

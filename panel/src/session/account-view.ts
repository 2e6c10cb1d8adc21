/**
 * Staff view an account as its customer: all requests of this tab carry the token of the view instead of the session.
 * Only the id is stored; the token stays in memory and is requested again after a reload.
 */
export interface AccountView {
  readonly id: number;
  readonly accountId: number;
  readonly accountName: string;
}

interface ViewToken {
  readonly access_token: string;
  readonly expires_at: string;
}

const KEY = 'hostler.view';
const ADDRESS = '/operator/api/v1/accounts/view';

let token: Promise<ViewToken> | null = null;

export function currentView(): AccountView | null {
  try {
    return JSON.parse(sessionStorage.getItem(KEY) ?? 'null') as AccountView | null;
  } catch {
    return null;
  }
}

/** Opens the panel of the account in this tab. Loads a new page, so that no token of the person is left. */
export function enterView(view: AccountView): void {
  sessionStorage.setItem(KEY, JSON.stringify(view));
  window.location.assign('/');
}

/** Returns the token of the view, or null if this tab shows the person's own accounts. */
export async function viewToken(): Promise<string | null> {
  return currentView() ? (await getViewToken()).access_token : null;
}

export async function viewEndsAt(): Promise<string | null> {
  return currentView() ? (await getViewToken()).expires_at : null;
}

/** Ends the view on the server, and returns to the customer's page in the console. */
export async function endView(): Promise<void> {
  const view = currentView();
  if (view) await post(`${ADDRESS}/end?id=${view.id}`).catch(() => undefined);
  leaveView();
}

/** Forgets the view of this tab, for the console, which uses the session. */
export function forgetView(): void {
  sessionStorage.removeItem(KEY);
}

/** Leaves a view that has ended. Loads a new page to clear all memory. */
export function leaveView(): void {
  const view = currentView();
  if (!view) return;
  forgetView();
  window.location.assign(`/operator/customers/${view.accountId}`);
}

function getViewToken(): Promise<ViewToken> {
  token ??= requestToken();
  return token;
}

async function requestToken(): Promise<ViewToken> {
  const response = await post(`${ADDRESS}/token?id=${currentView()?.id}`);
  if (!response.ok) {
    token = null;
    // The view or the session of the staff member has ended.
    if (response.status < 500) leaveView();
    throw new TypeError(`The view has no token: status ${response.status}.`);
  }
  return ((await response.json()) as { data: ViewToken }).data;
}

function post(address: string): Promise<Response> {
  return fetch(address, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'Content-Type': 'application/json', 'X-Hostler-Panel': '1' },
    body: '{}',
  });
}

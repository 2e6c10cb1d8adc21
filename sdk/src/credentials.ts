import type { TokenPair } from './generated/types.gen.ts';

/** Called before each request, and once more with the rejected token after a 401. */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** Exactly one kind of credentials. */
export type Credentials =
  | { readonly apiKey: string }
  | { readonly accessToken: string }
  | { readonly token: TokenSource }
  /** Token pair of `auth.token`, renewed when it expires. `onRefresh` receives the new pair to store. */
  | { readonly tokens: TokenPair; readonly onRefresh?: ((tokens: TokenPair) => void) | undefined }
  /** No credentials; a browser may still send its session cookie. */
  | { readonly anonymous: true };

export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** Returns new credentials after this one was rejected. */
  readonly renew?: () => Promise<Authorization>;
}

export type Authorize = () => Promise<Authorization>;

export function authorizeBy(
  credentials: Credentials,
  refresh: (refreshToken: string) => Promise<TokenPair>,
): Authorize {
  if ('apiKey' in credentials) return async () => ({ headers: { 'X-API-Key': credentials.apiKey } });
  if ('accessToken' in credentials) return async () => ({ headers: bearer(credentials.accessToken) });
  if ('anonymous' in credentials) return async () => ({ headers: {} });
  const source = 'token' in credentials ? credentials.token : renewing(credentials, refresh);
  return async () => {
    const token = await source();
    return { headers: bearer(token), renew: async () => ({ headers: bearer(await source(token)) }) };
  };
}

function bearer(token: string): Record<string, string> {
  return { Authorization: `Bearer ${token}` };
}

/** Renews the pair once for all concurrent calls: a refresh token can be used only once. */
function renewing(
  { tokens, onRefresh }: Extract<Credentials, { tokens: TokenPair }>,
  refresh: (refreshToken: string) => Promise<TokenPair>,
): TokenSource {
  let pair = tokens;
  let renewal: Promise<TokenPair> | undefined;
  const renew = async () => {
    try {
      pair = await refresh(pair.refresh_token);
    } finally {
      renewal = undefined;
    }
    onRefresh?.(pair);
    return pair;
  };
  return async (refused) => {
    if (refused === pair.access_token) renewal ??= renew();
    return (renewal === undefined ? pair : await renewal).access_token;
  };
}

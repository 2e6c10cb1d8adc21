import type { TokenPair } from './generated/types.gen.ts';

/** Asked before each request. After a 401 it is asked once more, with the token that was refused. */
export type TokenSource = (refused?: string) => string | Promise<string>;

/** Who calls: exactly one of them. */
export type Credentials =
  | { readonly apiKey: string }
  | { readonly accessToken: string }
  | { readonly token: TokenSource }
  /** A pair of `auth.token`, renewed when it runs out; `onRefresh` is told the new one, to keep it. */
  | { readonly tokens: TokenPair; readonly onRefresh?: ((tokens: TokenPair) => void) | undefined }
  /** Nobody, or whoever the browser's cookie says. */
  | { readonly anonymous: true };

export interface Authorization {
  readonly headers: Readonly<Record<string, string>>;
  /** What to try instead when this was refused. */
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

/** However many calls find the token refused, the pair is renewed once: a refresh token is good for one use. */
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

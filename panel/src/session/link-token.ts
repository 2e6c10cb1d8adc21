import { useState } from 'react';

/** Returns the token of an e-mail link from the URL fragment, which browsers do not send to servers. */
export function useLinkToken(): string | null {
  const [token] = useState(() => window.location.hash.slice(1));
  return token === '' ? null : token;
}

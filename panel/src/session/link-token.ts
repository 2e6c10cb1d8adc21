import { useState } from 'react';

/** The secret of a link from a mail. It stands behind the #, which browsers send to nobody. */
export function useLinkToken(): string | null {
  const [token] = useState(() => window.location.hash.slice(1));
  return token === '' ? null : token;
}

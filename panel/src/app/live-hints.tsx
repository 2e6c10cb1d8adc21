import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToHints } from '../api/hints.ts';
import { currentView } from '../session/account-view.ts';
import { usePlace } from '../session/place-context.tsx';

/** Keeps the shown data up to date while the frame is mounted. */
export function LiveHints() {
  const client = useQueryClient();
  const { place } = usePlace();
  // The stream needs a session. A view is refetched when its tab is shown.
  useEffect(() => (currentView() ? undefined : listenToHints(place, client)), [place, client]);
  return null;
}

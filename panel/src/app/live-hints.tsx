import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToHints } from '../api/hints.ts';
import { usePlace } from '../session/place-context.tsx';

/** Keeps the shown data up to date while the frame is mounted. */
export function LiveHints() {
  const client = useQueryClient();
  const { place } = usePlace();
  useEffect(() => listenToHints(place, client), [place, client]);
  return null;
}

import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { listenToHints } from '../api/hints.ts';
import { usePlace } from '../session/place-context.tsx';

/** Keeps what is on the page true, for as long as the frame is there. */
export function LiveHints() {
  const client = useQueryClient();
  const { place } = usePlace();
  useEffect(() => listenToHints(place, client), [place, client]);
  return null;
}

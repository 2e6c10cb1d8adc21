import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../session/place-context.tsx';

interface ShowMade {
  readonly to: '/applications/installed/$id' | '/domains/$id' | '/tickets/$id';
  readonly onStay: () => void;
}

/** Opens the record that was just created. In the sandbox no record exists, and the page stays. */
export function useShowMade({ to, onStay }: ShowMade) {
  const navigate = useNavigate();
  const { place } = usePlace();
  return ({ id }: { readonly id: number }) => {
    if (place.environment === 'live') return void navigate({ to, params: { id: String(id) } });
    onStay();
  };
}

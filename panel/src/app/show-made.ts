import { notifications } from '@mantine/notifications';
import { useNavigate } from '@tanstack/react-router';
import { usePlace } from '../session/place-context.tsx';

interface ShowMade {
  readonly to: '/applications/installed/$id' | '/domains/$id' | '/tickets/$id';
  /** Message shown in the sandbox. */
  readonly simulated: string;
  readonly onStay: () => void;
}

/** Opens the record that was just created. In the sandbox no record exists, so a message is shown instead. */
export function useShowMade({ to, simulated, onStay }: ShowMade) {
  const navigate = useNavigate();
  const { place } = usePlace();
  return ({ id }: { readonly id: number }) => {
    if (place.environment === 'live') return void navigate({ to, params: { id: String(id) } });
    onStay();
    notifications.show({ message: simulated });
  };
}

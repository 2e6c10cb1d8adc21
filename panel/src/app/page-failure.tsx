import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Failure } from '../parts/failure.tsx';

/** A page that broke, or whose code or session could not be had. */
export function PageFailure({ error, reset }: ErrorComponentProps) {
  const router = useRouter();
  return (
    <Failure
      error={error}
      onRetry={() => {
        reset();
        void router.invalidate();
      }}
    />
  );
}

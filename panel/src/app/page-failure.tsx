import type { ErrorComponentProps } from '@tanstack/react-router';
import { useRouter } from '@tanstack/react-router';
import { Failure } from '../parts/failure.tsx';

/** Shown if a page throws, or if its code or the session fails to load. */
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

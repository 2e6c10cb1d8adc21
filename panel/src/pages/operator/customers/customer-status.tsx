import { Status } from '#parts/status.tsx';
import { CAUSES, type Cause, STATUSES } from './texts.ts';

interface CustomerStatusProps {
  readonly status: keyof typeof STATUSES;
  /** Cause of a suspension. */
  readonly cause?: string | null | undefined;
}

export function CustomerStatus({ status, cause }: CustomerStatusProps) {
  const { tone, label } = STATUSES[status];
  return <Status tone={tone}>{cause ? `${label}: ${CAUSES[cause as Cause] ?? cause}` : label}</Status>;
}

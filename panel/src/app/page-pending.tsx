import { t } from '@lingui/core/macro';
import { Skeleton, Stack } from '@mantine/core';

/** Skeleton shown while the code of a page is loading. */
export function PagePending() {
  return (
    <Stack gap="lg" aria-busy="true" aria-label={t`The page is loading`}>
      <Skeleton height={28} width={180} />
      <Skeleton height={36} width={320} />
      <Skeleton height={280} />
    </Stack>
  );
}

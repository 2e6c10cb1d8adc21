import { Tooltip } from '@mantine/core';
import { IconAlertTriangleFilled } from '@tabler/icons-react';
import classes from './firing-mark.module.css';
import { useFiring } from './queries.ts';
import { texts } from './texts.ts';

/** Mark before the name of a server with firing alerts. */
export function FiringMark({ hostingId }: { readonly hostingId: number }) {
  const { data } = useFiring();
  const count = data?.data.filter(({ hosting_id }) => hosting_id === hostingId).length ?? 0;
  if (count === 0) return null;
  return (
    <Tooltip label={texts.firingMark(count)}>
      <IconAlertTriangleFilled size={15} className={classes.mark} role="img" aria-label={texts.firingMark(count)} />
    </Tooltip>
  );
}

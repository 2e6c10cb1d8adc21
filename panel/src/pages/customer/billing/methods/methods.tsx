import { Skeleton, Text } from '@mantine/core';
import { useState } from 'react';
import { Confirm } from '#parts/confirm.tsx';
import { Failure } from '#parts/failure.tsx';
import { Surface } from '#parts/surface.tsx';
import { AddMethod } from '#resources/billing/methods/add-method.tsx';
import { useRemoveMethod } from '#resources/billing/methods/queries.ts';
import { texts } from '#resources/billing/methods/texts.ts';
import { type PaymentMethod, useMethods } from '#resources/billing/pay/queries.ts';
import { useMay } from '#session/place-context.tsx';
import classes from './method-line.module.css';
import { MethodLine } from './method-line.tsx';

/** Lists the saved payment methods. */
export function Methods() {
  const may = useMay();
  const methods = useMethods();
  const remove = useRemoveMethod();
  const [removing, setRemoving] = useState<PaymentMethod | null>(null);
  const mayWrite = may('billing.write');
  return (
    <Surface title={texts.title} description={texts.text} actions={mayWrite && <AddMethod />}>
      {methods.error && !methods.data ? (
        <Failure error={methods.error} retrying={methods.isFetching} onRetry={() => void methods.refetch()} />
      ) : !methods.data ? (
        <Skeleton height={44} />
      ) : methods.data.length === 0 ? (
        <Text c="dimmed">{texts.none}</Text>
      ) : (
        <ul className={classes.lines}>
          {methods.data.map((method) => (
            <MethodLine key={method.id} method={method} onRemove={mayWrite ? () => setRemoving(method) : undefined} />
          ))}
        </ul>
      )}
      <Confirm
        opened={removing !== null}
        title={texts.removeTitle(removing?.label ?? '')}
        text={texts.removeText}
        action={texts.remove}
        destructive
        real
        pending={remove.isPending}
        onClose={() => setRemoving(null)}
        onConfirm={() => removing && remove.mutate(removing, { onSettled: () => setRemoving(null) })}
      />
    </Surface>
  );
}

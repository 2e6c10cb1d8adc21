import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { Modal } from '#parts/dialog.tsx';
import { Status } from '#parts/status.tsx';
import { type Order, useApproveQuietly } from './queries.ts';
import { texts } from './texts.ts';

interface Result {
  readonly id: number;
  readonly name: string;
  /** Null after a success. */
  readonly problem: string | null;
}

interface ApproveSelectedProps {
  readonly orders: readonly Order[];
  readonly onDone: () => void;
}

/** Approves the selected orders one after the other, and shows the result of each. */
export function ApproveSelected({ orders, onDone }: ApproveSelectedProps) {
  const approve = useApproveQuietly();
  const [pending, setPending] = useState(false);
  const [results, setResults] = useState<readonly Result[] | null>(null);

  async function approveAll(): Promise<void> {
    setPending(true);
    const found: Result[] = [];
    for (const { id, account_name, name } of orders) {
      const problem = await approve.mutateAsync(id).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error.message : String(error)),
      );
      found.push({ id, name: `${account_name}: ${name}`, problem });
    }
    setPending(false);
    setResults(found);
  }

  return (
    <>
      {orders.length > 0 && (
        <Group mb="sm" gap="sm">
          <Text size="sm">{texts.selected(orders.length)}</Text>
          <Button size="compact-sm" loading={pending} onClick={() => void approveAll()}>
            {texts.approveSelected}
          </Button>
        </Group>
      )}
      <Modal
        opened={results !== null}
        onClose={() => {
          setResults(null);
          onDone();
        }}
        title={texts.results}
      >
        <Stack gap="sm">
          {results?.map(({ id, name, problem }) => (
            <div key={id}>
              <Text fw={500}>{name}</Text>
              <Status tone={problem === null ? 'good' : 'bad'}>{problem ?? texts.resultDone}</Status>
            </div>
          ))}
        </Stack>
      </Modal>
    </>
  );
}

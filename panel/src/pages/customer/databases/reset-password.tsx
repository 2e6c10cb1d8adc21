import type { Database, DatabaseWithPassword } from '@hostler/sdk';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useResetPassword } from './queries.ts';
import { texts } from './texts.ts';

interface ResetPasswordProps {
  readonly database: Database;
  readonly onClose: () => void;
  readonly onReset: (database: DatabaseWithPassword) => void;
}

export function ResetPassword({ database: { id, name }, onClose, onReset }: ResetPasswordProps) {
  const reset = useResetPassword(onReset);
  return (
    <Modal opened onClose={onClose} title={texts.resetTitle(name)}>
      <Stack gap="md">
        <Text>{texts.resetText}</Text>
        {reset.error ? <Failure error={reset.error} title={texts.notReset} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'databases.resetPassword', input: { id } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose} data-autofocus>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={reset.isPending} onClick={() => reset.mutate(id)}>
              {texts.reset}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

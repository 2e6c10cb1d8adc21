import type { Webhook, WebhookWithSecret } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Stack, Text } from '@mantine/core';
import { CodeCorner } from '#parts/code-corner.tsx';
import { Modal } from '#parts/dialog.tsx';
import { Failure } from '#parts/failure.tsx';
import { useRotateSecret } from './queries.ts';
import { texts } from './texts.ts';

interface RotateSecretProps {
  readonly webhook: Webhook;
  readonly onClose: () => void;
  readonly onRotated: (webhook: WebhookWithSecret) => void;
}

export function RotateSecret({ webhook: { id }, onClose, onRotated }: RotateSecretProps) {
  const rotate = useRotateSecret(onRotated);
  return (
    <Modal opened onClose={onClose} title={texts.rotate}>
      <Stack gap="md">
        <Text>{texts.rotateText}</Text>
        {rotate.error ? <Failure error={rotate.error} title={t`The secret was not rotated`} /> : null}
        <Group justify="space-between">
          <CodeCorner call={() => ({ operation: 'webhooks.rotateSecret', input: { id } })} />
          <Group gap="xs">
            <Button variant="default" onClick={onClose}>
              <Trans>Cancel</Trans>
            </Button>
            <Button loading={rotate.isPending} onClick={() => rotate.mutate(id)}>
              {texts.rotate}
            </Button>
          </Group>
        </Group>
      </Stack>
    </Modal>
  );
}

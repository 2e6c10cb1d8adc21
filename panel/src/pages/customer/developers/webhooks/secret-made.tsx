import type { WebhookWithSecret } from '@hostler/sdk';
import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '#parts/code-block.tsx';
import { SecretBox } from '#parts/secret-box.tsx';
import { VERIFY_IN_TYPESCRIPT } from './delivery-request.ts';
import { texts } from './texts.ts';

/** Shows a new or rotated signing secret and how to use it. */
export function SecretMade({ made, onClose }: { made: WebhookWithSecret | null; onClose: () => void }) {
  if (!made) return null;
  return (
    <SecretBox
      opened
      title={texts.secretTitle}
      secrets={[{ label: texts.secretLabel, value: made.secret, variable: 'WEBHOOK_SECRET' }]}
      whenLost={texts.whenLost}
      fileName="webhook.env"
      onClose={onClose}
    >
      <Stack gap={6}>
        <Text size="sm">{texts.verify}</Text>
        <CodeBlock code={VERIFY_IN_TYPESCRIPT} />
      </Stack>
    </SecretBox>
  );
}

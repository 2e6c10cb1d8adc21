import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '#parts/code-block.tsx';
import { SecretBox } from '#parts/secret-box.tsx';
import { brand } from '#theme/brand.ts';
import type { NewKey } from './queries.ts';
import { texts } from './texts.ts';

/** Shows the new key once, with a command to try it. */
export function KeyMade({ made, onClose }: { made: NewKey | null; onClose: () => void }) {
  if (!made) return null;
  return (
    <SecretBox
      opened
      title={texts.secretTitle}
      secrets={[{ label: t`API key`, value: made.key, variable: brand.keyVariable }]}
      whenLost={texts.whenLost}
      fileName={`${brand.filePrefix}${made.environment === 'live' ? '' : '-sandbox'}.env`}
      onClose={onClose}
    >
      <Stack gap={6}>
        <Text size="sm">{texts.tryIt}</Text>
        <CodeBlock
          code={`curl ${window.location.origin}/api/v1/auth/me \\\n  -H 'X-API-Key: ${made.key}'`}
          what={t`command`}
        />
      </Stack>
    </SecretBox>
  );
}

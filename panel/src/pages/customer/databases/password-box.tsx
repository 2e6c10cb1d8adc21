import type { DatabaseWithPassword } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '../../../parts/code-block.tsx';
import { SecretBox } from '../../../parts/secret-box.tsx';
import { writeConnectLine } from './connect-line.ts';
import { texts } from './texts.ts';

interface PasswordBoxProps {
  readonly database: DatabaseWithPassword | null;
  readonly title: string;
  readonly onClose: () => void;
}

/** Shows password and URI once, with a command that connects. */
export function PasswordBox({ database, title, onClose }: PasswordBoxProps) {
  const secrets = database
    ? [
        { label: texts.password, value: database.password, variable: 'DATABASE_PASSWORD' },
        { label: texts.uri, value: database.uri, variable: 'DATABASE_URL' },
      ]
    : [];
  return (
    <SecretBox
      opened={database !== null}
      title={title}
      secrets={secrets}
      whenLost={texts.whenLost}
      fileName={`${database?.name ?? 'database'}.env`}
      onClose={onClose}
    >
      {database && (
        <Stack gap={6}>
          <Text size="sm">{texts.line}</Text>
          <CodeBlock code={writeConnectLine(database, database.password)} what={t`command`} />
        </Stack>
      )}
    </SecretBox>
  );
}

import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Stack, Text } from '@mantine/core';
import { IconKey } from '@tabler/icons-react';
import { useState } from 'react';
import { useActionOn } from '../../api/recent-actions.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { Failure } from '../../parts/failure.tsx';
import { SecretBox } from '../../parts/secret-box.tsx';
import { useRootPassword } from './queries.ts';
import { readyTexts as texts } from './ready-texts.ts';

interface RootPasswordProps {
  readonly server: Hosting;
  /** Command to log in with the password. */
  readonly command: string;
}

/** Generates a root password and shows it once. */
export function RootPassword({ server: { id, hostname, status }, command }: RootPasswordProps) {
  const isBusy = useActionOn('hosting', id) !== undefined;
  const reset = useRootPassword();
  const [password, setPassword] = useState<string | null>(null);
  return (
    <>
      <Button
        leftSection={<IconKey size={16} />}
        loading={reset.isPending}
        disabled={isBusy || status !== 'running'}
        title={texts.passwordHint}
        onClick={() => reset.mutate(id, { onSuccess: (answer) => setPassword(answer.password) })}
      >
        {texts.getPassword}
      </Button>
      {reset.error ? <Failure error={reset.error} title={texts.notSet} /> : null}
      <SecretBox
        opened={password !== null}
        title={hostname}
        secrets={password === null ? [] : [{ label: texts.secret, value: password, variable: 'ROOT_PASSWORD' }]}
        whenLost={texts.whenLost}
        fileName={`${hostname}.env`}
        onClose={() => {
          setPassword(null);
          // Removes the password from the state of the mutation.
          reset.reset();
        }}
      >
        <Stack gap={4}>
          <Text size="sm">{texts.worksSoon}</Text>
          <CodeBlock code={command} what={t`command`} />
        </Stack>
      </SecretBox>
    </>
  );
}

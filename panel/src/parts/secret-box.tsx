import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Modal } from './dialog.tsx';
import { download } from './download.ts';
import classes from './secret-box.module.css';

export interface Secret {
  /** Field label: `API key`. */
  readonly label: string;
  readonly value: string;
  /** Variable name in the .env file: `HOSTLER_KEY`. */
  readonly variable: string;
}

interface SecretBoxProps {
  readonly opened: boolean;
  readonly title: string;
  readonly secrets: readonly Secret[];
  /** States what to do if the secret is lost. */
  readonly whenLost: string;
  readonly fileName: string;
  readonly onClose: () => void;
  /** Next step, for example a curl command to paste. */
  readonly children?: ReactNode;
}

/** Shows a secret once. A click outside or Esc does not close the box. */
export function SecretBox({ opened, title, secrets, whenLost, fileName, onClose, children }: SecretBoxProps) {
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="amber" variant="light">
          <Trans>This is shown once. {whenLost}</Trans>
        </Alert>
        {secrets.map((secret) => (
          <SecretField key={secret.variable} {...secret} />
        ))}
        {children}
        <Group justify="space-between" gap="xs">
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => download(fileName, toEnv(secrets))}
          >
            <Trans>Download .env</Trans>
          </Button>
          <Button onClick={onClose}>
            <Trans>I've saved it</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function SecretField({ label, value }: Secret) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <Group align="flex-end" gap="xs" wrap="nowrap">
      <TextInput
        className={classes.field}
        classNames={{ input: classes.secret }}
        label={label}
        value={value}
        readOnly
        spellCheck={false}
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button
        variant="default"
        leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
        onClick={() => copy(value)}
        aria-label={copied ? t`Copied` : t`Copy ${label}`}
      >
        <Text span aria-live="polite" inherit>
          {copied ? t`Copied` : t`Copy`}
        </Text>
      </Button>
    </Group>
  );
}

function toEnv(secrets: readonly Secret[]): string {
  return secrets.map(({ variable, value }) => `${variable}=${quote(value)}\n`).join('');
}

/** Quotes a value for shells and dotenv parsers. */
function quote(value: string): string {
  return /^[\w.:/@%+=,-]*$/.test(value) ? value : `'${value.replaceAll("'", String.raw`'\''`)}'`;
}

import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, SimpleGrid } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import classes from './code-list.module.css';
import { download } from './download.ts';

interface CodeListProps {
  readonly codes: readonly string[];
  readonly filename: string;
  /** Label of the button that closes the list. */
  readonly kept: string;
  readonly onKept: () => void;
}

/** Lists one-time codes, with buttons to keep them. */
export function CodeList({ codes, filename, kept, onKept }: CodeListProps) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const text = codes.join('\n');
  return (
    <>
      <SimpleGrid cols={2} spacing="xs" component="ul" className={classes.codes}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </SimpleGrid>
      <Group justify="space-between" gap="xs">
        <Group gap="xs">
          <Button
            variant="default"
            leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
            onClick={() => copy(text)}
          >
            {copied ? t`Copied` : t`Copy`}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} />}
            onClick={() => download(filename, `${text}\n`)}
          >
            <Trans>Download</Trans>
          </Button>
        </Group>
        <Button ml="auto" onClick={onKept}>
          {kept}
        </Button>
      </Group>
    </>
  );
}

import { Alert, Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconCopy, IconDownload } from '@tabler/icons-react';
import { Modal } from '#parts/dialog.tsx';
import { download } from '#parts/download.ts';
import { brand } from '#theme/brand.ts';
import classes from './recovery-codes-box.module.css';
import { texts } from './texts.ts';

const words = texts.recovery;

/** Shows ten recovery codes once; a click outside does not close the box. */
export function RecoveryCodesBox({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
  const { copied, copy } = useClipboard({ timeout: 1500 });
  const text = codes?.join('\n') ?? '';
  return (
    <Modal
      opened={codes !== null}
      onClose={onClose}
      title={words.boxTitle}
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack>
        <Alert color="amber" variant="light">
          {words.boxText}
        </Alert>
        <SimpleGrid cols={2} spacing="xs" component="ul" className={classes.codes}>
          {codes?.map((code) => (
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
              {copied ? words.copied : words.copy}
            </Button>
            <Button
              variant="default"
              leftSection={<IconDownload size={16} />}
              onClick={() => download(`${brand.filePrefix}-recovery-codes.txt`, `${text}\n`)}
            >
              {words.download}
            </Button>
          </Group>
          <Button onClick={onClose}>{words.kept}</Button>
        </Group>
      </Stack>
    </Modal>
  );
}

import { Alert, Stack } from '@mantine/core';
import { CodeList } from '#parts/code-list.tsx';
import { Modal } from '#parts/dialog.tsx';
import { brand } from '#theme/brand.ts';
import { texts } from './texts.ts';

const words = texts.recovery;

/** Shows ten recovery codes once; a click outside does not close the box. */
export function RecoveryCodesBox({ codes, onClose }: { codes: readonly string[] | null; onClose: () => void }) {
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
        <CodeList
          codes={codes ?? []}
          filename={`${brand.filePrefix}-recovery-codes.txt`}
          kept={words.kept}
          onKept={onClose}
        />
      </Stack>
    </Modal>
  );
}

import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '#parts/code-block.tsx';
import { Modal } from '#parts/dialog.tsx';
import { texts } from '../texts.ts';

/** The export is a file with everything about a customer. It is written on the server only. */
export function ExportData({ id, onClose }: { id: number; onClose: () => void }) {
  return (
    <Modal opened onClose={onClose} title={texts.export}>
      <Stack>
        <Text>{texts.exportText}</Text>
        <CodeBlock code={`hostler account export --account ${id} --to customer-${id}.zip`} what="command" />
      </Stack>
    </Modal>
  );
}

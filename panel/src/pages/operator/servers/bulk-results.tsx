import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, ScrollArea, Stack, Text } from '@mantine/core';
import { Modal } from '#parts/dialog.tsx';
import { Status } from '#parts/status.tsx';
import { texts } from './texts.ts';

interface Result {
  readonly id?: number;
  readonly line?: number;
  readonly instance?: string;
  readonly hostname?: string | null;
  readonly error: string | null;
}

/** Shows the result of each item of a bulk action. Refused items come first. */
export function BulkResults({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const refused = results.filter(({ error }) => error !== null);
  const accepted = results.filter(({ error }) => error === null);
  return (
    <Modal opened onClose={onClose} title={texts.results} size="lg">
      <Stack>
        <Group>
          <Status tone="good">{texts.accepted(accepted.length)}</Status>
          {refused.length > 0 && <Status tone="bad">{texts.refused(refused.length)}</Status>}
        </Group>
        <ScrollArea.Autosize mah="50vh">
          <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {[...refused, ...accepted].map((result) => (
              <Group component="li" key={`${result.line ?? ''} ${result.id ?? ''}`} gap="sm" wrap="nowrap">
                <Status tone={result.error === null ? 'good' : 'bad'}>{nameOf(result)}</Status>
                {result.error !== null && (
                  <Text size="sm" c="dimmed">
                    {result.error}
                  </Text>
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function nameOf({ id, line, instance, hostname }: Result): string {
  if (line !== undefined) return t`Line ${line}: ${instance ?? ''}`;
  return hostname ?? instance ?? t`Server ${id ?? ''}`;
}

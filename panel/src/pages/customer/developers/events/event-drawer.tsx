import type { HostlerEvent } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { CodeBlock } from '#parts/code-block.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { texts } from './texts.ts';

/**  */ export function EventDrawer({ event, onClose }: { event: HostlerEvent | null; onClose: () => void }) {
  return (
    <Drawer opened={event !== null} onClose={onClose} title={event?.event ?? texts.title} size="lg">
      {event && (
        <Stack gap="md">
          <Facts
            facts={[
              [texts.when, <Moment key="at" at={event.timestamp} exact />],
              [texts.id, <Copyable key="id" value={String(event.id)} what={t`event id`} />],
            ]}
          />
          <div>
            <Text size="sm" fw={550} mb={6}>
              {texts.body}
            </Text>
            <CodeBlock
              what={t`body`}
              code={JSON.stringify({ event: event.event, timestamp: event.timestamp, data: event.data }, null, 2)}
            />
          </div>
        </Stack>
      )}
    </Drawer>
  );
}

import type { MailDomain } from '@hostler/sdk';
import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconRefresh } from '@tabler/icons-react';
import { CodeCorner } from '../../../parts/code-corner.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { useVerifyDomain } from './queries.ts';
import { texts } from './texts.ts';

/** Checks DNS immediately and shows the time of the last check. */
export function CheckNow({ domain: { domain_id, checked_at } }: { domain: MailDomain }) {
  const may = useMay();
  const verify = useVerifyDomain();
  const look = () =>
    verify.mutate(domain_id, {
      onSuccess: ({ domain, status }) =>
        notifications.show({ message: status === 'active' ? texts.seen(domain) : texts.notSeen }),
    });
  return (
    <Group gap="sm">
      <Text size="sm" c="dimmed">
        {texts.checked} <Moment at={checked_at} never={texts.never} />
      </Text>
      {may('emails.write') && (
        <Group gap="xs">
          <CodeCorner call={() => ({ operation: 'emails.domains.verify', input: { domain_id } })} />
          <Button variant="default" leftSection={<IconRefresh size={16} />} loading={verify.isPending} onClick={look}>
            {texts.checkNow}
          </Button>
        </Group>
      )}
    </Group>
  );
}

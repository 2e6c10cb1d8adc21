import type { Mailbox } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Drawer } from '../../../parts/dialog.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { Status } from '../../../parts/status.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { QuotaBar } from './quota-bar.tsx';
import { SettingsOf } from './settings-of.tsx';
import { STATUSES, texts } from './texts.ts';

interface MailboxDrawerProps {
  readonly mailbox: Mailbox | null;
  readonly onClose: () => void;
  readonly onEdit: (mailbox: Mailbox) => void;
  readonly onPassword: (mailbox: Mailbox) => void;
}

/** Shows one mailbox and the settings for mail programs. */
export function MailboxDrawer({ mailbox, onClose, ...actions }: MailboxDrawerProps) {
  return (
    <Drawer opened={mailbox !== null} onClose={onClose} title={mailbox?.address} size="lg">
      {mailbox && <Details mailbox={mailbox} {...actions} />}
    </Drawer>
  );
}

interface DetailsProps extends Omit<MailboxDrawerProps, 'onClose'> {
  readonly mailbox: Mailbox;
}

function Details({ mailbox, onEdit, onPassword }: DetailsProps) {
  const may = useMay();
  const { id, status, suspended_by, aliases, forward_to, keep_copy, created_at } = mailbox;
  return (
    <Stack gap="md">
      {status === 'suspended' && (
        <Alert color="amber" variant="light" title={texts.suspended}>
          {texts.suspendedText} {suspended_by === 'staff' && texts.suspendedByStaff}
        </Alert>
      )}
      <Facts
        facts={[
          [
            texts.status,
            <Status key="status" tone={STATUSES[status].tone}>
              {STATUSES[status].label}
            </Status>,
          ],
          [texts.used, <QuotaBar key="used" {...mailbox} />],
          [texts.leadsHere, <Addresses key="aliases" addresses={aliases} />],
          [
            texts.forwardsTo,
            <Stack key="forwards" gap={2}>
              <Addresses addresses={forward_to} />
              {forward_to.length > 0 && (
                <Text span size="xs" c="dimmed">
                  {keep_copy ? texts.copyKept : texts.noCopy}
                </Text>
              )}
            </Stack>,
          ],
          [texts.made, <Moment key="made" at={created_at} />],
          [texts.id, <Copyable key="id" value={String(id)} what={t`id`} />],
        ]}
      />
      {may('emails.write') && (
        <Group gap="xs">
          <Button variant="default" onClick={() => onEdit(mailbox)}>
            {texts.edit}
          </Button>
          <Button variant="default" onClick={() => onPassword(mailbox)}>
            {texts.newPassword}
          </Button>
        </Group>
      )}
      <SettingsOf mailbox={mailbox} />
    </Stack>
  );
}

function Addresses({ addresses }: { addresses: readonly string[] }) {
  if (addresses.length === 0) {
    return (
      <Text span inherit c="dimmed">
        {texts.none}
      </Text>
    );
  }
  return (
    <Stack gap={2}>
      {addresses.map((address) => (
        <span key={address}>
          <Copyable value={address} what={t`address`} />
          {address.startsWith('*@') && ` (${texts.catchAll})`}
        </span>
      ))}
    </Stack>
  );
}

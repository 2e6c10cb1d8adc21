import type { Backup } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Button, Group, Stack } from '@mantine/core';
import { Bytes } from '../../parts/bytes.tsx';
import { Copyable } from '../../parts/copyable.tsx';
import { Drawer } from '../../parts/dialog.tsx';
import { Facts } from '../../parts/facts.tsx';
import { Moment } from '../../parts/moment.tsx';
import { useMay } from '../../session/place-context.tsx';
import { BackupStatus } from './backup-status.tsx';
import { ResourceName } from './resource-name.tsx';
import { texts } from './texts.ts';
import { VerifiedMark } from './verified-mark.tsx';

interface BackupDrawerProps {
  readonly backup: Backup | null;
  readonly onClose: () => void;
  readonly onRestore: (backup: Backup) => void;
  readonly onCopy: (backup: Backup) => void;
  readonly onVerify: (backup: Backup) => void;
}

export function BackupDrawer({ backup, onClose, onRestore, onCopy, onVerify }: BackupDrawerProps) {
  const may = useMay();
  return (
    <Drawer opened={backup !== null} onClose={onClose} title={backup?.name}>
      {backup && (
        <Stack gap="md">
          <Facts
            facts={[
              [texts.status, <BackupStatus key="status" {...backup} />],
              [texts.why, backup.error],
              [texts.of, <ResourceName key="of" resource={backup.resource} />],
              [texts.kind, backup.type === 'manual' ? texts.manual : texts.scheduled],
              [texts.size, backup.size_bytes !== null && <Bytes key="size" value={backup.size_bytes} />],
              [texts.made, <Moment key="made" at={backup.created_at} />],
              [texts.completed, backup.completed_at && <Moment key="completed" at={backup.completed_at} />],
              [texts.readBack, <VerifiedMark key="read" at={backup.verified_at} how={texts.readBackHint} />],
              [texts.verified, <VerifiedMark key="verified" at={backup.drilled_at} how={texts.verifiedHint} />],
              [texts.verifyError, backup.drill_error],
              [texts.checksum, backup.checksum && <Copyable key="sum" value={backup.checksum} what={t`checksum`} />],
              [texts.id, <Copyable key="id" value={String(backup.id)} what={t`id`} />],
            ]}
          />
          {backup.status === 'completed' && may('backups.write') && (
            <Group gap="xs">
              <Button variant="default" onClick={() => onRestore(backup)}>
                {texts.restore}
              </Button>
              {backup.resource.type === 'hosting' && may('billing.write') && (
                <Button variant="default" onClick={() => onCopy(backup)}>
                  {texts.toNewServer}
                </Button>
              )}
              <Button variant="default" onClick={() => onVerify(backup)}>
                {texts.verify}
              </Button>
            </Group>
          )}
        </Stack>
      )}
    </Drawer>
  );
}

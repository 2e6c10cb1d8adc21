import { t } from '@lingui/core/macro';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { describeAction } from '#resources/audit/actions.ts';
import { nameByType } from '#resources/audit/record-name.ts';
import type { StaffAuditEntry } from './queries.ts';
import { texts } from './texts.ts';

interface EntryDrawerProps {
  readonly entry: StaffAuditEntry | null;
  readonly onClose: () => void;
}

export function EntryDrawer({ entry, onClose }: EntryDrawerProps) {
  return (
    <Drawer opened={entry !== null} onClose={onClose} title={entry ? describeAction(entry.action) : texts.title}>
      {entry && (
        <Facts
          facts={[
            [texts.what, entry.action],
            [texts.when, <Moment key="at" at={entry.at} exact />],
            [texts.who, `${entry.actor_label} (${texts.actors[entry.actor_kind]})`],
            [texts.account, entry.account_id && `${entry.account_name ?? ''} (${entry.account_id})`],
            [
              texts.record,
              entry.record_type && `${entry.record_label ?? ''} (${nameByType(entry.record_type, entry.record_id)})`,
            ],
            [texts.changed, entry.changed.length > 0 ? entry.changed.join(', ') : null],
            [texts.environment, texts[entry.environment]],
            [texts.address, entry.address && <Copyable key="address" value={entry.address} what={t`address`} />],
            [texts.requestId, entry.request_id && <Copyable key="id" value={entry.request_id} what={t`request ID`} />],
          ]}
        />
      )}
    </Drawer>
  );
}

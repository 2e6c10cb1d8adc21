import { t } from '@lingui/core/macro';
import { Copyable } from '#parts/copyable.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { describeAction } from '#resources/audit/actions.ts';
import { nameByType } from '#resources/audit/record-name.ts';
import type { AuditEntry } from './queries.ts';
import { texts } from './texts.ts';

export function EntryDrawer({ entry, onClose }: { entry: AuditEntry | null; onClose: () => void }) {
  return (
    <Drawer opened={entry !== null} onClose={onClose} title={entry ? describeAction(entry.action) : texts.detail}>
      {entry && (
        <Facts
          facts={[
            [texts.action, <code key="action">{entry.action}</code>],
            [texts.when, <Moment key="at" at={entry.at} exact />],
            [texts.who, `${entry.actor.label} (${texts.actors[entry.actor.kind]})`],
            [texts.record, entry.record && tellRecord(entry.record)],
            [texts.reason, entry.reason],
            [texts.changed, entry.changed.length > 0 ? entry.changed.join(', ') : null],
            [texts.environment, entry.environment && texts[entry.environment]],
            [texts.from, entry.address && <Copyable key="address" value={entry.address} what={t`address`} />],
            [texts.requestId, entry.request_id && <Copyable key="id" value={entry.request_id} what={t`request ID`} />],
          ]}
        />
      )}
    </Drawer>
  );
}

function tellRecord({ type, id, label }: NonNullable<AuditEntry['record']>): string {
  const name = nameByType(type, id);
  return label === null ? name : `${label} (${name})`;
}

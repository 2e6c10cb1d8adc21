import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Moment } from '#parts/moment.tsx';
import { formatNumber } from '#parts/numbers.ts';
import { Status } from '#parts/status.tsx';
import classes from './key-drawer.module.css';
import type { Key } from './queries.ts';
import { ENVIRONMENTS, STATUSES, texts } from './texts.ts';

/** Shows the details of a key, without its secret. */
export function KeyDrawer({ apiKey, onClose }: { apiKey: Key | null; onClose: () => void }) {
  return (
    <Drawer opened={apiKey !== null} onClose={onClose} title={apiKey?.name ?? texts.title}>
      {apiKey && (
        <Facts
          facts={[
            [
              t`Status`,
              <Status key="status" tone={STATUSES[apiKey.status].tone}>
                {STATUSES[apiKey.status].label}
              </Status>,
            ],
            [t`Key`, <code key="key">{`${apiKey.prefix}…${apiKey.hint}`}</code>],
            [texts.environment, ENVIRONMENTS[apiKey.environment]],
            [t`Last used`, <Moment key="used" at={apiKey.last_used_at} never={t`Never used`} />],
            [t`From`, apiKey.last_used_from],
            [t`Created`, <Moment key="made" at={apiKey.created_at} />],
            [t`Created by`, apiKey.created_by?.name ?? t`Support`],
            [t`Expires`, <Moment key="expires" at={apiKey.expires_at} never={t`Never`} />],
            [t`Revoked`, apiKey.revoked_at && <Moment key="revoked" at={apiKey.revoked_at} />],
            [texts.rateLimit, formatNumber(apiKey.rate_limit)],
            [texts.addresses, apiKey.allowed_networks.length > 0 ? apiKey.allowed_networks.join(', ') : t`Any`],
            [
              texts.scopes,
              <Text key="scopes" span inherit className={classes.scopes}>
                {apiKey.scopes.join('\n')}
              </Text>,
            ],
          ]}
        />
      )}
    </Drawer>
  );
}

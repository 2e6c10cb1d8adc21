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
              'Status',
              <Status key="status" tone={STATUSES[apiKey.status].tone}>
                {STATUSES[apiKey.status].label}
              </Status>,
            ],
            ['Key', <code key="key">{`${apiKey.prefix}…${apiKey.hint}`}</code>],
            [texts.environment, ENVIRONMENTS[apiKey.environment]],
            ['Last used', <Moment key="used" at={apiKey.last_used_at} never="Never used" />],
            ['From', apiKey.last_used_from],
            ['Created', <Moment key="made" at={apiKey.created_at} />],
            ['Created by', apiKey.created_by?.name ?? 'Support'],
            ['Expires', <Moment key="expires" at={apiKey.expires_at} never="Never" />],
            ['Revoked', apiKey.revoked_at && <Moment key="revoked" at={apiKey.revoked_at} />],
            [texts.rateLimit, formatNumber(apiKey.rate_limit)],
            [texts.addresses, apiKey.allowed_networks.length > 0 ? apiKey.allowed_networks.join(', ') : 'Any'],
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

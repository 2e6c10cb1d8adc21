import { Skeleton, Stack, Switch, Text } from '@mantine/core';
import { usePanelMutation, usePanelQuery } from '#api/queries.ts';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import type { NotificationSettings } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';
import { usePlace } from '#session/place-context.tsx';
import { texts } from './texts.ts';

const KINDS = Object.keys(texts.kinds) as (keyof NotificationSettings)[];

/** Settings for e-mails about this account to the signed-in person. */
export function NotificationsPage() {
  const { account } = usePlace();
  const { data, error, isFetching, refetch } = usePanelQuery(['notifications'], (account_id, signal) =>
    panelApi.get<NotificationSettings>('/notifications', { account_id }, { signal }),
  );
  const { mutate, isPending } = usePanelMutation(
    (account_id, change: Partial<NotificationSettings>) =>
      panelApi.post<NotificationSettings>('/notifications', { account_id, ...change }),
    { touches: ['notifications'] },
  );
  return (
    <>
      <PageTitle title={texts.title} />
      <Surface title={texts.settings} description={texts.description(account.name)}>
        {error && !data ? <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} /> : null}
        {!error && !data && <Skeleton height={160} />}
        {data && (
          <Stack gap="sm">
            {KINDS.map((kind) => (
              <Switch
                key={kind}
                data-real
                label={texts.kinds[kind]}
                checked={data[kind]}
                disabled={isPending}
                onChange={({ currentTarget: { checked } }) => mutate({ [kind]: checked })}
              />
            ))}
            <Text size="sm" c="dimmed">
              {texts.always} {texts.alerts}
            </Text>
          </Stack>
        )}
      </Surface>
    </>
  );
}

import { Skeleton } from '@mantine/core';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { texts as monitoringTexts } from '#resources/monitoring/texts.ts';
import { usePlace } from '#session/place-context.tsx';
import { MonitoringTabs } from '../monitoring-tabs.tsx';
import { PreferencesForm } from './preferences-form.tsx';
import { useAlertPreferences } from './queries.ts';
import { texts } from './texts.ts';

/** Alert notifications of the signed-in person in this account. */
export function NotificationsPage() {
  const { account, place } = usePlace();
  const { data, error, isFetching, refetch } = useAlertPreferences();
  return (
    <>
      <PageTitle title={monitoringTexts.title} description={place.environment === 'test' && texts.sandbox} />
      <MonitoringTabs />
      <Surface title={texts.title} description={texts.description(account.name)}>
        {error && !data ? <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} /> : null}
        {!error && !data && <Skeleton height={200} />}
        {data && <PreferencesForm key={account.id} preferences={data} />}
      </Surface>
    </>
  );
}

import { Skeleton } from '@mantine/core';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Surface } from '#parts/surface.tsx';
import { ProfileForm } from '#resources/billing/profile/profile-form.tsx';
import { useProfile } from '#resources/billing/profile/queries.ts';
import { texts } from '#resources/billing/profile/texts.ts';
import { texts as billingTexts } from '#resources/billing/texts.ts';
import { useMay, usePlace } from '#session/place-context.tsx';
import { BillingTabs } from '../billing-tabs.tsx';
import { ProfileFacts } from './profile-facts.tsx';

export function ProfilePage() {
  const profile = useProfile();
  const { place } = usePlace();
  const may = useMay();
  return (
    <>
      <PageTitle title={billingTexts.title} />
      <BillingTabs />
      <Surface title={texts.title} description={texts.text}>
        {profile.error && !profile.data ? (
          <Failure error={profile.error} retrying={profile.isFetching} onRetry={() => void profile.refetch()} />
        ) : !profile.data ? (
          <Skeleton height={360} />
        ) : may('billing.write') ? (
          <ProfileForm key={place.accountId} profile={profile.data} />
        ) : (
          <ProfileFacts profile={profile.data} />
        )}
      </Surface>
    </>
  );
}

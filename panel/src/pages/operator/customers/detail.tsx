import { t } from '@lingui/core/macro';
import { Anchor, Button, Skeleton } from '@mantine/core';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { useState } from 'react';
import { NoPage } from '#app/operator/no-page.tsx';
import { MONEY, MONEY_READERS, SUSPENDERS, useHasRole } from '#operator/me.ts';
import { Copyable } from '#parts/copyable.tsx';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { TabLinks } from '#parts/tab-links.tsx';
import { readFailure } from '#requests/failure.ts';
import { Dialogs, type Doing } from './actions/dialogs.tsx';
import { MoreActions } from './actions/menu.tsx';
import { CustomerNotices } from './customer-notices.tsx';
import { CustomerStatus } from './customer-status.tsx';
import classes from './detail.module.css';
import { type AccountSummary, useCustomer } from './queries.ts';
import { Tags } from './tags.tsx';
import { texts } from './texts.ts';
import { ViewAsCustomer } from './view-as/view-as-customer.tsx';

const route = getRouteApi('/operator/customers/$id');

/** Everything about one customer: status and actions, then the selected tab. */
export function CustomerPage() {
  const { id } = route.useParams();
  const may = useHasRole();
  const { data: account, error, isFetching, refetch } = useCustomer(Number(id));
  if (error && !account) {
    if (['NOT_FOUND', 'BAD_REQUEST', 'MISSING_ID'].includes(readFailure(error).code ?? '')) return <NoPage />;
    return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const params = { id };
  return (
    <>
      <Anchor component={Link} to="/operator/customers" size="sm" className={classes.back}>
        {texts.title}
      </Anchor>
      <PageTitle
        title={account?.name ?? ''}
        beside={
          account ? (
            <CustomerStatus
              status={account.status}
              cause={account.status === 'closed' ? null : account.suspensions[0]?.cause}
            />
          ) : (
            <Skeleton width={220} height={24} />
          )
        }
        description={
          account && (
            <span className={classes.keys}>
              <Copyable value={account.email} what={t`e-mail address`} />
              <span className={classes.id}>
                {texts.id} <Copyable value={id} what={t`id`} />
              </span>
              <Tags tags={account.tags} />
            </span>
          )
        }
      >
        {account && <Actions account={account} />}
      </PageTitle>
      {account && <CustomerNotices account={account} />}
      <TabLinks
        label={texts.parts}
        tabs={[
          { label: texts.tabs.overview, link: { to: '/operator/customers/$id', params } },
          may(MONEY_READERS) && { label: texts.tabs.money, link: { to: '/operator/customers/$id/money', params } },
          { label: texts.tabs.resources, link: { to: '/operator/customers/$id/resources', params } },
          { label: texts.tabs.tickets, link: { to: '/operator/customers/$id/tickets', params } },
          may(MONEY_READERS) && { label: texts.tabs.mails, link: { to: '/operator/customers/$id/mails', params } },
          { label: texts.tabs.notes, link: { to: '/operator/customers/$id/notes', params } },
          { label: texts.tabs.limits, link: { to: '/operator/customers/$id/limits', params } },
          { label: texts.tabs.audit, link: { to: '/operator/customers/$id/audit', params } },
        ]}
      />
      <Outlet />
    </>
  );
}

function Actions({ account }: { account: AccountSummary }) {
  const may = useHasRole();
  const [doing, setDoing] = useState<Doing | null>(null);
  return (
    <>
      <ViewAsCustomer accountId={account.id} name={account.name} />
      {may(SUSPENDERS) && (
        <Button variant="default" onClick={() => setDoing('suspend')}>
          {texts.suspend}
        </Button>
      )}
      {may(MONEY) && (
        <Button variant="default" onClick={() => setDoing('credit')}>
          {texts.addCredit}
        </Button>
      )}
      <Button variant="default" onClick={() => setDoing('note')}>
        {texts.addNote}
      </Button>
      <MoreActions account={account} onDo={setDoing} />
      <Dialogs account={account} doing={doing} onClose={() => setDoing(null)} />
    </>
  );
}

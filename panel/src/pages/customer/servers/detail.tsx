import { t } from '@lingui/core/macro';
import { Anchor, Skeleton } from '@mantine/core';
import { getRouteApi, Link, Outlet } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { TabLinks } from '../../../parts/tab-links.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { ConsoleButton } from '../../../resources/servers/console-button.tsx';
import { useServer } from '../../../resources/servers/queries.ts';
import { ServerStatus } from '../../../resources/servers/server-status.tsx';
import { texts } from '../../../resources/servers/texts.ts';
import { useMay } from '../../../session/place-context.tsx';
import classes from './detail.module.css';
import { PowerButtons } from './power-buttons.tsx';
import { ServerNotice } from './server-notice.tsx';
import { ServerTools } from './server-tools.tsx';

const route = getRouteApi('/frame/servers/$id');

/** Server page: name, status, addresses and actions, then the selected tab. */
export function ServerPage() {
  const { id } = route.useParams();
  const may = useMay();
  const { data: server, error, isFetching, refetch } = useServer(Number(id));
  if (error && !server) {
    if (readFailure(error).code === 'NOT_FOUND') return <NotFound />;
    return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  const params = { id };
  const address = server?.ipv4[0] ?? server?.ipv6[0];
  return (
    <>
      <Anchor component={Link} to="/servers" size="sm" className={classes.back}>
        {texts.title}
      </Anchor>
      <PageTitle
        title={server?.hostname ?? ''}
        beside={server ? <ServerStatus {...server} /> : <Skeleton width={220} height={24} />}
        description={
          <span className={classes.keys}>
            {address && <Copyable value={address} what={t`address`} />}
            <span className={classes.id}>
              {texts.id} <Copyable value={id} what={t`id`} />
            </span>
            {server?.label && <span className={classes.label}>{server.label}</span>}
          </span>
        }
      >
        {server && may('hosting.write') && <PowerButtons server={server} />}
        {server && may('hosting.console') && <ConsoleButton server={server} />}
        {server && (may('hosting.write') || may('hosting.console')) && <ServerTools server={server} />}
      </PageTitle>
      {server && <ServerNotice server={server} />}
      <TabLinks
        label={texts.parts}
        tabs={[
          { label: texts.tabs.overview, link: { to: '/servers/$id', params } },
          may('monitoring.read') && { label: texts.tabs.monitoring, link: { to: '/servers/$id/monitoring', params } },
          may('applications.read') && {
            label: texts.tabs.applications,
            link: { to: '/servers/$id/applications', params },
          },
          may('backups.read') && { label: texts.tabs.backups, link: { to: '/servers/$id/backups', params } },
          { label: texts.tabs.traffic, link: { to: '/servers/$id/traffic', params } },
          { label: texts.tabs.snapshots, link: { to: '/servers/$id/snapshots', params } },
          { label: texts.tabs.keys, link: { to: '/servers/$id/ssh-keys', params } },
          { label: texts.tabs.network, link: { to: '/servers/$id/network', params } },
          { label: texts.tabs.firewall, link: { to: '/servers/$id/firewall', params } },
          may('domains.read') && { label: texts.tabs.domains, link: { to: '/servers/$id/domains', params } },
          { label: texts.tabs.actions, link: { to: '/servers/$id/actions', params } },
        ]}
      />
      <Outlet />
    </>
  );
}

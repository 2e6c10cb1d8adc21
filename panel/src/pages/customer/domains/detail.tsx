import { t } from '@lingui/core/macro';
import { ActionIcon, Alert, Anchor, Menu, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { Copyable } from '../../../parts/copyable.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { DomainStatus } from '../../../resources/domains/domain-status.tsx';
import { useDomain } from '../../../resources/domains/queries.ts';
import { ServerName } from '../../../resources/servers/server-name.tsx';
import { useMay } from '../../../session/place-context.tsx';
import classes from './detail.module.css';
import { Proof } from './proof.tsx';
import { RecordsEditor } from './records-editor.tsx';
import { RemoveDomain } from './remove-domain.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/frame/domains/$id');

export function DomainPage() {
  const { id } = route.useParams();
  const may = useMay();
  const { data: domain, error, isFetching, refetch } = useDomain(Number(id));
  const [removing, remove] = useDisclosure(false);
  if (error && !domain) {
    if (readFailure(error).code === 'NOT_FOUND') return <NotFound />;
    return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  }
  return (
    <>
      <Anchor component={Link} to="/domains" size="sm" className={classes.back}>
        {texts.title}
      </Anchor>
      <PageTitle
        title={domain?.domain ?? ''}
        beside={domain ? <DomainStatus {...domain} /> : <Skeleton width={220} height={24} />}
        description={
          <span className={classes.keys}>
            <span>
              {texts.id} <Copyable value={id} what={t`id`} />
            </span>
            {domain && domain.hosting_id !== null && (
              <span className={classes.server}>
                {texts.leadsTo} <ServerName id={domain.hosting_id} />
              </span>
            )}
            {domain?.status === 'active' && may('emails.read') && (
              <Anchor inherit renderRoot={(props) => <Link {...props} to="/emails/domains/$id" params={{ id }} />}>
                {texts.mailboxes(domain.mailboxes)}
              </Anchor>
            )}
          </span>
        }
      >
        {domain && may('domains.write') && (
          <Menu>
            <Menu.Target>
              <ActionIcon variant="default" size={36} aria-label={texts.more}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item color="red" onClick={remove.open}>
                {texts.remove}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        )}
      </PageTitle>
      <Stack gap="md">
        {domain?.verification && <Proof {...domain.verification} />}
        {domain?.status === 'error' && (
          <Alert color="red" variant="light">
            {texts.failed}
          </Alert>
        )}
        {domain?.status === 'active' && domain.dns_status === 'error' && (
          <Alert color="red" variant="light">
            {texts.unanswered}
          </Alert>
        )}
        {!domain?.verification && <RecordsEditor id={Number(id)} />}
        {domain && (
          <Surface title={texts.nameservers} description={texts.nameserversText}>
            <ul className={classes.list}>
              {domain.nameservers.map((name) => (
                <li key={name}>
                  <Copyable value={name} what={t`name server`} />
                </li>
              ))}
            </ul>
          </Surface>
        )}
      </Stack>
      {domain && <RemoveDomain domain={domain} opened={removing} onClose={remove.close} />}
    </>
  );
}

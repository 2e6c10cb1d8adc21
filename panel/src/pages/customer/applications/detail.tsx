import type { Application, ApplicationStep } from '@hostler/sdk';
import { ActionIcon, Anchor, Button, Menu, Skeleton, Stack } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconDots, IconExternalLink } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '../../../app/not-found.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { Notice } from '../../../parts/notice.tsx';
import { PageTitle } from '../../../parts/page-title.tsx';
import { Surface } from '../../../parts/surface.tsx';
import { readFailure } from '../../../requests/failure.ts';
import { ApplicationIcon } from '../../../resources/applications/application-icon.tsx';
import { ApplicationStatus } from '../../../resources/applications/application-status.tsx';
import { useApplication, useCatalog } from '../../../resources/applications/queries.ts';
import { RemoveApplication } from '../../../resources/applications/remove-application.tsx';
import { texts } from '../../../resources/applications/texts.ts';
import { ServerName } from '../../../resources/servers/server-name.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import classes from './entry.module.css';
import { FailedInstallation } from './failed-installation.tsx';
import { Steps } from './steps.tsx';

const route = getRouteApi('/frame/applications/installed/$id');

/** Detail page of one installation, with live progress. */
export function ApplicationPage() {
  const id = Number(route.useParams().id);
  const may = useMay();
  const { data: application, error, isFetching, refetch } = useApplication(id);
  const { data: catalog } = useCatalog();
  const [removing, remove] = useDisclosure(false);
  if (error && readFailure(error).code === 'NOT_FOUND') {
    return application ? <Removed name={application.name} /> : <NotFound />;
  }
  if (error && !application) return <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />;
  const entry = catalog?.find(({ slug }) => slug === application?.slug);
  return (
    <>
      <Anchor component={Link} to="/applications/installed" size="sm" className={classes.back}>
        {texts.tabs.installed}
      </Anchor>
      <div className={classes.head}>
        <ApplicationIcon icon={entry?.icon} size="large" />
        <div className={classes.title}>
          <PageTitle
            title={application?.name ?? ''}
            beside={application ? <ApplicationStatus {...application} /> : <Skeleton width={220} height={24} />}
            description={application && <ServerName id={application.hosting_id} />}
          >
            {application?.status === 'running' && application.url && (
              <Button
                component="a"
                href={application.url}
                target="_blank"
                rel="noreferrer"
                rightSection={<IconExternalLink size={16} />}
              >
                {texts.open}
              </Button>
            )}
            {application && may('applications.write') && (
              <Menu>
                <Menu.Target>
                  <ActionIcon variant="default" size={36} aria-label={texts.more}>
                    <IconDots size={18} />
                  </ActionIcon>
                </Menu.Target>
                <Menu.Dropdown>
                  <Menu.Item
                    color="red"
                    disabled={application.status === 'installing' || application.status === 'removing'}
                    onClick={remove.open}
                  >
                    {texts.remove}
                  </Menu.Item>
                </Menu.Dropdown>
              </Menu>
            )}
          </PageTitle>
        </div>
      </div>
      {application && (
        <div className={classes.columns}>
          <Stack gap="md">
            {application.status === 'failed' && <FailedInstallation application={application} entry={entry} />}
            {phasesOf(application).map((phase) => (
              <Phase
                key={phase}
                title={texts.phases[phase]}
                steps={application.steps.filter((step) => step.phase === phase)}
              />
            ))}
          </Stack>
          <Surface title={texts.details}>
            <ApplicationFacts application={application} entry={entry} />
          </Surface>
        </div>
      )}
      {application && removing && <RemoveApplication application={application} onClose={remove.close} />}
    </>
  );
}

/** Returns the phases with the running or failed one first. */
function phasesOf({ status }: Pick<Application, 'status'>) {
  return status === 'removing' ? (['remove', 'install'] as const) : (['install', 'remove'] as const);
}

function Phase({ title, steps }: { title: string; steps: readonly ApplicationStep[] }) {
  if (steps.length === 0) return null;
  // A skipped step was already done, or was not reached after a failure.
  const hasFailed = steps.some(({ status }) => status === 'failed');
  const done = steps.filter(({ status }) => status === 'succeeded' || (status === 'skipped' && !hasFailed)).length;
  return (
    <Surface title={title} description={texts.progress(done, steps.length)}>
      <Steps steps={steps} />
    </Surface>
  );
}

/** Shown if the application is removed while its page is open. */
function Removed({ name }: { name: string }) {
  return (
    <Notice title={texts.gone(name)} text={texts.goneText}>
      <Button variant="default" renderRoot={(props) => <Link {...props} to="/applications/installed" />}>
        {texts.showInstalled}
      </Button>
    </Notice>
  );
}

import { Button, Skeleton, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import { BrandImages } from './brand-images.tsx';
import { GroupForm } from './group-form.tsx';
import { type Setting, useSettings } from './queries.ts';
import { GROUPS, SERVER, texts } from './texts.ts';

export function SettingsPage() {
  const settings = useSettings();
  return (
    <>
      <PageTitle title={texts.title} description={texts.description}>
        <Button variant="default" renderRoot={(props) => <Link {...props} to="/operator/setup" />}>
          {texts.setup}
        </Button>
      </PageTitle>
      {settings.data ? <Groups settings={settings.data.data} /> : null}
      {settings.isPending ? <Skeleton height={320} /> : null}
      {settings.isError && !settings.data ? (
        <Failure error={settings.error} onRetry={() => void settings.refetch()} retrying={settings.isFetching} />
      ) : null}
    </>
  );
}

function Groups({ settings }: { settings: readonly Setting[] }) {
  const revision = Math.max(0, ...settings.map((setting) => setting.revision));
  const ofGroup = (name: string) => settings.filter(({ group }) => group === name);
  return (
    <Stack gap="lg" maw={960}>
      {GROUPS.map(({ name, title, text }) => {
        const own = ofGroup(name);
        // A new form shows the values that are stored now.
        const version = JSON.stringify(own.map(({ value }) => value));
        return (
          <Fragment key={name}>
            <GroupForm key={version} title={title} text={text} settings={own} revision={revision} />
            {name === 'brand' && <BrandImages />}
          </Fragment>
        );
      })}
      <Surface title={SERVER.title} description={SERVER.text}>
        <Facts
          facts={ofGroup('server').map(({ variable, source }) => [
            variable,
            source === 'environment' ? (
              <Status key={variable} tone="good">
                {texts.set}
              </Status>
            ) : (
              <Status key={variable} tone="idle">
                {texts.notSet}
              </Status>
            ),
          ])}
        />
      </Surface>
    </Stack>
  );
}

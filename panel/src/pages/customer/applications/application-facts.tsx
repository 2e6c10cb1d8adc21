import type { ApplicationDetails, CatalogEntry } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Stack, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Moment } from '../../../parts/moment.tsx';
import { ApplicationLink } from '../../../resources/applications/application-link.tsx';
import { texts } from '../../../resources/applications/texts.ts';
import { ApplicationHttps } from './application-https.tsx';

interface ApplicationFactsProps {
  readonly application: ApplicationDetails;
  readonly entry: CatalogEntry | undefined;
}

export function ApplicationFacts({ application, entry }: ApplicationFactsProps) {
  const { id, status, version, url, https, ports, parameters, created_at, installed_at } = application;
  const settings = Object.entries(parameters).map(([name, value]) => {
    const parameter = entry?.parameters.find((each) => each.name === name);
    return [parameter?.label ?? name, <Setting key={name} value={value} />] as const;
  });
  return (
    <Facts
      facts={[
        [texts.address, status === 'running' && url && <ApplicationLink key="url" {...application} />],
        [texts.https, status === 'running' && https && <ApplicationHttps key="https" https={https} />],
        [texts.version, version],
        [
          texts.ports,
          ports.length > 0 && (
            <Stack key="ports" gap={2}>
              {ports.map(({ port, protocol, purpose }) => (
                <span key={`${port}/${protocol}`}>
                  {texts.port(port, protocol)} – {purpose}
                </span>
              ))}
            </Stack>
          ),
        ],
        ...settings,
        [texts.began, <Moment key="began" at={created_at} />],
        [texts.installed, installed_at && <Moment key="installed" at={installed_at} />],
        [texts.id, <Copyable key="id" value={String(id)} what={t`id`} />],
      ]}
    />
  );
}

/** Secrets are shown only once, after creation, so they are hidden here. */
function Setting({ value }: { value: string | number | boolean | null }) {
  if (value === null) {
    return (
      <Text span inherit c="dimmed">
        {texts.hidden}
      </Text>
    );
  }
  if (typeof value === 'boolean') return value ? texts.yes : texts.no;
  return (
    <Text span inherit style={{ overflowWrap: 'anywhere' }}>
      {String(value)}
    </Text>
  );
}

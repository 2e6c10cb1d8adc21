import type { Mailbox } from '@hostler/sdk';
import { Text } from '@mantine/core';
import { MailSettings } from './mail-settings.tsx';
import { useAllMailDomains } from './queries.ts';
import { texts } from './texts.ts';

/** Shows the settings of a mailbox, taken from its domain. */
export function SettingsOf({ mailbox: { address, domain_id } }: { mailbox: Pick<Mailbox, 'address' | 'domain_id'> }) {
  const { data } = useAllMailDomains();
  const settings = data?.data.find((domain) => domain.domain_id === domain_id)?.settings;
  if (!settings) return null;
  return (
    <div>
      <Text fw={500}>{texts.settings}</Text>
      <Text size="xs" c="dimmed" mb="xs">
        {texts.settingsText}
      </Text>
      <MailSettings settings={settings} address={address} />
    </div>
  );
}

import type { MailReading, MailSettings as Settings } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Accordion, Stack, Text } from '@mantine/core';
import { Copyable } from '../../../parts/copyable.tsx';
import { Facts } from '../../../parts/facts.tsx';
import classes from './mail-settings.module.css';
import { PROGRAMS, SECURITIES, texts } from './texts.ts';

interface MailSettingsProps {
  readonly settings: Settings;
  /** User name; if omitted, a description is shown instead. */
  readonly address?: string;
}

/** Shows the server settings for mail programs and the setup steps of common ones. */
export function MailSettings({ settings: { imap, smtp }, address }: MailSettingsProps) {
  return (
    <Stack gap="md">
      <Facts
        facts={[
          [texts.userName, address ? <Copyable key="user" value={address} what={t`user name`} /> : texts.yourAddress],
          [texts.incoming, <Server key="imap" server={imap} what={t`incoming`} />],
          [texts.outgoing, <Server key="smtp" server={smtp} what={t`outgoing`} />],
        ]}
      />
      <Accordion variant="contained" chevronPosition="left" aria-label={texts.howTo}>
        {PROGRAMS.map(({ name, steps }) => (
          <Accordion.Item key={name} value={name}>
            <Accordion.Control>
              <Text size="sm">{name}</Text>
            </Accordion.Control>
            <Accordion.Panel>
              <ol className={classes.steps}>
                {steps.map((step) => (
                  <li key={step}>{step}</li>
                ))}
              </ol>
            </Accordion.Panel>
          </Accordion.Item>
        ))}
      </Accordion>
    </Stack>
  );
}

function Server({ server: { host, port, security }, what }: { server: MailReading; what: string }) {
  return (
    <span className={classes.server}>
      <Copyable value={host} what={t`${what} server`} />
      <span className={classes.port}>
        {texts.port} <Copyable value={String(port)} what={t`${what} port`} />
      </span>
      <span>{SECURITIES[security.toLowerCase()] ?? security}</span>
    </span>
  );
}

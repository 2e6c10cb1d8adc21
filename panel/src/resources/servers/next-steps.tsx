import type { Hosting } from '@hostler/sdk';
import { Anchor, Text } from '@mantine/core';
import { IconArchive, IconShield, IconWorld } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Surface } from '../../parts/surface.tsx';
import { useMay } from '../../session/place-context.tsx';
import classes from './next-steps.module.css';
import { readyTexts as texts } from './ready-texts.ts';

const DAY_MS = 86_400_000;
/** Days for which a server shows its next steps. */
const NEW_DAYS = 14;

export function isNew({ created_at, status }: Hosting): boolean {
  return status === 'running' && Date.now() - Date.parse(created_at) < NEW_DAYS * DAY_MS;
}

/** Links to what people do next with a new server. */
export function NextSteps({ server: { id, capabilities } }: { server: Hosting }) {
  const may = useMay();
  const steps = [
    may('domains.write') && {
      icon: IconWorld,
      to: '/servers/$id/domains' as const,
      title: texts.domain,
      text: texts.domainText,
    },
    may('hosting.write') &&
      capabilities.includes('firewall') && {
        icon: IconShield,
        to: '/servers/$id/firewall' as const,
        title: texts.firewall,
        text: texts.firewallText,
      },
    may('backups.write') && {
      icon: IconArchive,
      to: '/servers/$id/backups' as const,
      title: texts.backup,
      text: texts.backupText,
    },
  ].filter((step) => step !== false);
  if (steps.length === 0) return null;
  return (
    <Surface title={texts.nextSteps}>
      <ul className={classes.steps}>
        {steps.map(({ icon: Icon, to, title, text }) => (
          <li key={to} className={classes.step}>
            <Icon size={20} stroke={1.5} aria-hidden="true" className={classes.icon} />
            <div>
              <Anchor fw={500} renderRoot={(props) => <Link {...props} to={to} params={{ id: String(id) }} />}>
                {title}
              </Anchor>
              <Text size="sm" c="dimmed">
                {text}
              </Text>
            </div>
          </li>
        ))}
      </ul>
    </Surface>
  );
}

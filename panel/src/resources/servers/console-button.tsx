import type { Hosting } from '@hostler/sdk';
import { Button } from '@mantine/core';
import { IconTerminal2 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import classes from './power-buttons.module.css';
import { texts } from './texts.ts';

/** Opens the terminal of a running server. */
export function ConsoleButton({ server: { id, status, capabilities } }: { server: Hosting }) {
  if (!capabilities.includes('terminal')) return null;
  const look = {
    variant: 'default',
    leftSection: <IconTerminal2 size={16} />,
    classNames: { root: classes.button, section: classes.icon },
  } as const;
  if (status !== 'running') {
    return (
      <Button {...look} disabled>
        {texts.console}
      </Button>
    );
  }
  return (
    <Button {...look} renderRoot={(props) => <Link {...props} to="/servers/$id/console" params={{ id: String(id) }} />}>
      {texts.console}
    </Button>
  );
}

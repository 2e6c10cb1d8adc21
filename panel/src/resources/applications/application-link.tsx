import type { Application } from '@hostler/sdk';
import { Anchor } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import classes from './application-link.module.css';

/** Shows the URL of a running application. Only http and https URLs become links. */
export function ApplicationLink({ url, status }: Pick<Application, 'url' | 'status'>) {
  if (!url || status !== 'running') return <span className={classes.none}>–</span>;
  if (!/^https?:\/\//.test(url)) return <span>{url}</span>;
  return (
    <Anchor href={url} target="_blank" rel="noreferrer" inherit className={classes.link} title={url}>
      <span className={classes.text}>{url.replace(/^https?:\/\//, '').replace(/\/$/, '')}</span>
      <IconExternalLink size={14} className={classes.mark} aria-hidden="true" />
    </Anchor>
  );
}

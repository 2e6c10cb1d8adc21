import type { DomainRecord } from '@hostler/sdk';
import { Tooltip } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import classes from './records.module.css';
import { texts } from './texts.ts';

/** Types of records that follow a server; other managed records are for mail. */
const ADDRESSES: ReadonlySet<string> = new Set(['A', 'AAAA']);

/** Read-only row of a managed record; its lock explains why. */
export function ManagedRow({ record: { name, type, content, ttl } }: { record: DomainRecord }) {
  const { label, hint } = texts.managed[ADDRESSES.has(type) ? 'server' : 'mail'];
  return (
    <tr className={classes.row} data-state="managed">
      <td className={classes.name}>{name}</td>
      <td>{type}</td>
      <td className={classes.content}>{content}</td>
      <td className={classes.ttl}>{ttl}</td>
      <td className={classes.end}>
        <Tooltip label={hint} multiline w={280}>
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users must be able to read the reason. */}
          <span className={classes.managed} tabIndex={0}>
            <IconLock size={14} aria-hidden="true" /> {label}
          </span>
        </Tooltip>
      </td>
    </tr>
  );
}

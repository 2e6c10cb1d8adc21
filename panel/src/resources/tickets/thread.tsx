import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Avatar, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { LazyMarkdown } from '../../parts/markdown/lazy-markdown.tsx';
import { Moment } from '../../parts/moment.tsx';
import classes from './thread.module.css';

interface ThreadProps {
  readonly hasEarlier: boolean;
  readonly loadingEarlier: boolean;
  readonly onEarlier: () => void;
  /** The entries, oldest first; undefined while they load. */
  readonly children: ReactNode | undefined;
}

/** The conversation of a ticket. */
export function Thread({ hasEarlier, loadingEarlier, onEarlier, children }: ThreadProps) {
  return (
    <>
      {hasEarlier && (
        <Button variant="default" size="xs" className={classes.earlier} loading={loadingEarlier} onClick={onEarlier}>
          <Trans>Show earlier messages</Trans>
        </Button>
      )}
      <ol className={classes.thread} aria-label={t`Messages`} aria-live="polite" aria-relevant="additions">
        {children ?? <SkeletonEntries />}
      </ol>
    </>
  );
}

interface MessageEntryProps {
  readonly message: {
    readonly author_type: 'customer' | 'staff' | 'system';
    readonly author_name: string;
    readonly author_person: string | null;
    readonly created_at: string;
    readonly message: string;
  };
  /** Words beside the name of staff; customers see the company's side, staff their own. */
  readonly staff: string;
}

/** A message of the customer, of staff or of the system. The company stands beside a person of the customer. */
export function MessageEntry({ message, staff }: MessageEntryProps) {
  const { author_type, author_name, author_person, created_at } = message;
  const name = author_person ?? author_name;
  const side = { customer: null, staff, system: t`Automatic` }[author_type];
  const color = author_type === 'staff' ? 'brand' : 'gray';
  return (
    <ThreadEntry
      avatar={author_type === 'system' ? '⚙' : firstLetter(name)}
      badge={side === author_name ? null : side}
      company={author_name === name ? null : author_name}
      {...{ color, name, at: created_at, text: message.message }}
    />
  );
}

interface ThreadEntryProps {
  readonly avatar: ReactNode;
  readonly color: string;
  readonly name: string;
  /** Company of the person. */
  readonly company?: string | null;
  readonly badge: string | null;
  readonly at: string;
  /** Markdown. */
  readonly text: string;
  /** An internal staff note. */
  readonly isNote?: boolean;
}

export function ThreadEntry({ avatar, color, name, company, badge, at, text, isNote = false }: ThreadEntryProps) {
  return (
    <li className={classes.entry} {...(isNote && { 'data-note': true, 'aria-label': badge ?? undefined })}>
      <Avatar size={32} radius="xl" color={color} aria-hidden="true">
        {avatar}
      </Avatar>
      <div className={classes.words}>
        <Group gap="xs" className={classes.who}>
          <Text fw={550} className={classes.name}>
            {name}
          </Text>
          {company && (
            <Text size="sm" c="dimmed" className={classes.name}>
              {company}
            </Text>
          )}
          {badge && <Badge color={color}>{badge}</Badge>}
          <Text size="xs" c="dimmed">
            <Moment at={at} />
          </Text>
        </Group>
        <div className={classes.text}>
          <LazyMarkdown text={text} />
        </div>
      </div>
    </li>
  );
}

function SkeletonEntries() {
  return [1, 2].map((key) => (
    <li key={key} className={classes.entry} aria-hidden="true">
      <Skeleton circle height={32} width={32} />
      <div className={classes.words}>
        <Skeleton height={14} width="30%" mb="sm" />
        <Skeleton height={12} width="85%" mb={8} />
        <Skeleton height={12} width="60%" />
      </div>
    </li>
  ));
}

function firstLetter(name: string): string {
  return ([...name.trim()][0] ?? '?').toUpperCase();
}

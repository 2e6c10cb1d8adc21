import type { TicketMessage } from '@hostler/sdk';
import { Avatar, Badge, Button, Group, Skeleton, Text } from '@mantine/core';
import { Moment } from '../../../parts/moment.tsx';
import { AUTHORS, texts } from './texts.ts';
import classes from './thread.module.css';

interface ThreadProps {
  readonly messages: readonly TicketMessage[] | undefined;
  readonly hasEarlier: boolean;
  readonly loadingEarlier: boolean;
  readonly onEarlier: () => void;
}

/** Lists the messages, oldest first. Message text is never interpreted as HTML. */
export function Thread({ messages, hasEarlier, loadingEarlier, onEarlier }: ThreadProps) {
  return (
    <>
      {hasEarlier && (
        <Button variant="default" size="xs" className={classes.earlier} loading={loadingEarlier} onClick={onEarlier}>
          {texts.earlier}
        </Button>
      )}
      <ol className={classes.thread} aria-label="Messages" aria-live="polite" aria-relevant="additions">
        {messages ? messages.map((message) => <Message key={message.id} message={message} />) : <SkeletonMessages />}
      </ol>
    </>
  );
}

function Message({ message: { author_type, author_name, created_at, message } }: { message: TicketMessage }) {
  const side = AUTHORS[author_type];
  return (
    <li className={classes.message} data-author={author_type}>
      <Avatar size={32} radius="xl" color={author_type === 'staff' ? 'brand' : 'gray'} aria-hidden="true">
        {author_type === 'system' ? '⚙' : firstLetter(author_name)}
      </Avatar>
      <div className={classes.words}>
        <Group gap="xs" className={classes.who}>
          <Text fw={550} className={classes.name}>
            {author_name}
          </Text>
          {side && side !== author_name && <Badge color={author_type === 'staff' ? 'brand' : 'gray'}>{side}</Badge>}
          <Text size="xs" c="dimmed">
            <Moment at={created_at} />
          </Text>
        </Group>
        <div className={classes.text}>{message}</div>
      </div>
    </li>
  );
}

function SkeletonMessages() {
  return [1, 2].map((key) => (
    <li key={key} className={classes.message} aria-hidden="true">
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

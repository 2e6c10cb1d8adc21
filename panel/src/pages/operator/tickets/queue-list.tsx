import { Link } from '@tanstack/react-router';
import { formatNumber } from '#parts/numbers.ts';
import { type TicketSearch, useQueues } from './queries.ts';
import classes from './queue-list.module.css';
import { QUEUES, type QueueName, texts } from './texts.ts';

/** Queues and departments with the number of their tickets; a row of tabs on a phone. */
export function QueueList({ search }: { search: TicketSearch }) {
  const { data: counts } = useQueues();
  const { queue = 'open', department } = search;
  const count = (number: number | undefined) =>
    number === undefined || !counts ? '' : `${formatNumber(number)}${number >= counts.counted_to ? '+' : ''}`;
  return (
    <nav aria-label={texts.queues} className={classes.queues}>
      {Object.entries(QUEUES).map(([name, label]) => (
        <QueueLink
          key={name}
          label={label}
          count={count(counts?.[name as QueueName])}
          to={name === 'open' ? {} : { queue: name }}
          active={queue === name && department === undefined}
        />
      ))}
      <QueueLink
        label={texts.all}
        count=""
        to={{ queue: 'all' }}
        active={queue === 'all' && department === undefined}
      />
      {counts && counts.departments.length > 0 && <div className={classes.group}>{texts.departments}</div>}
      {counts?.departments.map(({ department: name, open }) => (
        <QueueLink key={name} label={name} count={count(open)} to={{ department: name }} active={department === name} />
      ))}
    </nav>
  );
}

interface QueueLinkProps {
  readonly label: string;
  readonly count: string;
  readonly to: TicketSearch;
  readonly active: boolean;
}

function QueueLink({ label, count, to, active }: QueueLinkProps) {
  return (
    <Link
      to="/operator/tickets"
      search={to}
      className={classes.queue}
      data-active={active || undefined}
      aria-current={active ? 'page' : undefined}
    >
      <span className={classes.label}>{label}</span>
      <span className={classes.count}>{count}</span>
    </Link>
  );
}

import { Skeleton, Title } from '@mantine/core';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Failure } from '#parts/failure.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { NumberLine } from './number-line.tsx';
import { type TodayNumber, useToday } from './queries.ts';
import { GROUPS, texts } from './texts.ts';
import classes from './today.module.css';

/** The first page of the console: what waits for staff. Every number leads to its list. */
export function TodayPage() {
  const { data, error, isFetching, refetch } = useToday();
  // The setup is done once, so it is no line of every day.
  const numbers = data?.numbers.filter(({ key, count }) => key !== 'setup_steps' || count !== 0);
  const waiting = numbers?.filter(({ tone }) => tone === 'wait' || tone === 'bad').length;
  return (
    <>
      <PageTitle
        title={texts.title}
        description={waiting === undefined ? ' ' : waiting === 0 ? texts.done : texts.waiting(waiting)}
      >
        <OperatorCode call={() => ({ path: '/today' })} />
      </PageTitle>
      {error && !numbers ? (
        <Failure error={error} retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <div className={classes.groups}>
          {GROUPS.map(({ title, keys }) => (
            <Group key={title} title={title} numbers={numbers?.filter(({ key }) => keys.includes(key))} />
          ))}
        </div>
      )}
    </>
  );
}

/** A group whose numbers the role may not read is absent. */
function Group({ title, numbers }: { title: string; numbers: readonly TodayNumber[] | undefined }) {
  if (numbers?.length === 0) return null;
  return (
    <section className={classes.group} aria-label={title}>
      <div className={classes.head}>
        <Title order={2}>{title}</Title>
      </div>
      <ul className={classes.numbers}>
        {numbers
          ? numbers.map((number) => (
              <li key={number.key}>
                <NumberLine number={number} />
              </li>
            ))
          : [1, 2, 3].map((key) => (
              <li key={key} className={classes.number} aria-hidden="true">
                <span />
                <Skeleton height={12} width="60%" />
                <Skeleton height={20} width={28} />
              </li>
            ))}
      </ul>
    </section>
  );
}

import { Skeleton, Text } from '@mantine/core';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './figures.module.css';

interface FigureProps {
  readonly name: string;
  readonly note?: string;
  /** Undefined while unknown. */
  readonly value: ReactNode | undefined;
  /** List behind the number. */
  readonly link?: LinkProps;
}

/** A number with its name, which may lead to its list. */
export function Figure({ name, note, value, link }: FigureProps) {
  const content = (
    <>
      <Text size="xs" c="dimmed">
        {name}
      </Text>
      <div className={classes.amount}>{value === undefined ? <Skeleton width={48} height={28} /> : value}</div>
      {note && (
        <Text size="sm" c="dimmed">
          {note}
        </Text>
      )}
    </>
  );
  if (!link) return <div className={classes.figure}>{content}</div>;
  return (
    <Link {...link} className={classes.figure}>
      {content}
    </Link>
  );
}

export function Figures({ children }: { children: ReactNode }) {
  return <div className={classes.figures}>{children}</div>;
}

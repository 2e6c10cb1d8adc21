import { TextInput } from '@mantine/core';
import filters from '#parts/filters.module.css';

interface DayFilterProps {
  readonly label: string;
  /** Day like 2026-11-30. */
  readonly value: string | undefined;
  readonly onChange: (day: string) => void;
}

/** Filter by a day. */
export function DayFilter({ label, value, onChange }: DayFilterProps) {
  return (
    <TextInput
      className={filters.day}
      type="date"
      aria-label={label}
      title={label}
      value={value ?? ''}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    />
  );
}

/** Returns the start of a day, or of a later one, in the time zone of the browser. Undefined if it is no day. */
export function toMoment(day: string | undefined, daysLater = 0): string | undefined {
  const at = new Date(`${day ?? ''}T00:00:00`);
  if (Number.isNaN(at.getTime())) return undefined;
  at.setDate(at.getDate() + daysLater);
  return at.toISOString();
}

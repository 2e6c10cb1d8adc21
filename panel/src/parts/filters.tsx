import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { useDebouncedCallback } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { inside } from '#locales/choice.ts';
import classes from './filters.module.css';

/** Row of filters between title and table; their values are in the address. */
export function Filters({ children }: { children: ReactNode }) {
  return <Group className={classes.filters}>{children}</Group>;
}

const TYPING_MS = 250;

/** Search field; the `/` key focuses it. */
export function SearchField({
  value,
  onChange,
  label,
}: {
  value: string;
  onChange: (value: string) => void;
  label: string;
}) {
  const [typed, setTyped] = useState(value);
  const told = useRef(value);
  const router = useRouter();
  const tell = useDebouncedCallback((text: string) => {
    // A navigation is pending: changing the address now would cancel it.
    if (router.state.status === 'pending') return;
    told.current = text;
    onChange(text);
  }, TYPING_MS);
  // The address changed, for example with the back button. Ignore values older than the typed one.
  useEffect(() => {
    if (value === told.current) return;
    told.current = value;
    setTyped(value);
  }, [value]);
  return (
    <TextInput
      className={classes.search}
      type="search"
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={16} />}
      value={typed}
      maxLength={200}
      onChange={({ currentTarget }) => {
        setTyped(currentTarget.value);
        tell(currentTarget.value);
      }}
    />
  );
}

interface FilterSelectProps {
  readonly label: string;
  readonly value: string | undefined;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly onChange: (value: string | undefined) => void;
}

export function FilterSelect({ label, value, options, onChange }: FilterSelectProps) {
  return (
    <Select
      className={classes.select}
      aria-label={label}
      placeholder={label}
      clearable
      clearButtonProps={{ 'aria-label': t`Clear ${inside(label)}` }}
      data={[...options]}
      value={value ?? null}
      onChange={(next) => onChange(next ?? undefined)}
    />
  );
}

interface ListFiltersProps {
  readonly words: { readonly search: string; readonly status: string };
  readonly statuses: Readonly<Record<string, { readonly label: string }>>;
  readonly value: { readonly search?: string; readonly status?: string };
  readonly onChange: (next: { search?: string; status?: string | undefined }) => void;
  /** Further filters. */
  readonly children?: ReactNode;
}

/** Search and status filter, as most lists have them. */
export function ListFilters({ words, statuses, value, onChange, children }: ListFiltersProps) {
  return (
    <Filters>
      <SearchField label={words.search} value={value.search ?? ''} onChange={(search) => onChange({ search })} />
      <FilterSelect
        label={words.status}
        value={value.status}
        options={Object.entries(statuses).map(([option, { label }]) => ({ value: option, label }))}
        onChange={(status) => onChange({ status })}
      />
      {children}
    </Filters>
  );
}

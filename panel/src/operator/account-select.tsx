import { t } from '@lingui/core/macro';
import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { inside } from '#locales/choice.ts';
import filters from '#parts/filters.module.css';
import { operatorApi } from './operator-api.ts';
import { useOperatorQuery } from './queries.ts';

interface AccountSelectProps {
  readonly label: string;
  /** Account id, as text in an address. */
  readonly value: string | undefined;
  readonly onChange: (id: string | undefined) => void;
  /** Shows the label above the field, as in a form. Filters show it as placeholder. */
  readonly inForm?: boolean;
  readonly error?: string | undefined;
}

const TYPING_MS = 200;
const MOST = 20;

/** Chooses a customer by typing a part of the name. */
export function AccountSelect({ label, value, onChange, inForm = false, error }: AccountSelectProps) {
  const [typed, setTyped] = useState('');
  const [settled] = useDebouncedValue(typed.trim(), TYPING_MS);
  const [chosen, setChosen] = useState<{ value: string; label: string } | null>(null);
  const found = useOperatorQuery(
    ['accounts', 'select', settled],
    (signal) =>
      operatorApi.list<{ id: number; name: string }>('/accounts', { search: settled, per_page: MOST }, { signal }),
    { keepPrevious: true },
  );
  const options = (found.data?.data ?? []).map(({ id, name }) => ({ value: String(id), label: name }));
  const current = value !== undefined && !options.some((option) => option.value === value);
  const known = chosen?.value === value ? chosen : null;
  const data = current ? [known ?? { value, label: t`Customer ${value}` }, ...options] : options;
  return (
    <Select
      {...(inForm ? { label } : { 'aria-label': label, className: filters.select })}
      placeholder={inForm ? t`Type a part of the name` : label}
      searchable
      clearable={!inForm}
      clearButtonProps={{ 'aria-label': t`Clear ${inside(label)}` }}
      nothingFoundMessage={found.isFetching ? t`Searching…` : t`No customer found`}
      data={data}
      // The server has filtered already, also by other fields than the name.
      filter={({ options: all }) => all}
      value={value ?? null}
      searchValue={typed}
      onSearchChange={setTyped}
      error={error}
      onChange={(next, option) => {
        setChosen(option ?? null);
        onChange(next ?? undefined);
      }}
    />
  );
}

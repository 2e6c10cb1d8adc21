import { Autocomplete, Select, type SelectProps } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useState } from 'react';
import { useMay } from '../../../session/place-context.tsx';
import { useAllMailDomains, useDomainChoice } from './queries.ts';
import { texts } from './texts.ts';

interface DomainSelectProps
  extends Pick<SelectProps, 'label' | 'placeholder' | 'required' | 'className' | 'error' | 'onFocus' | 'onBlur'> {
  readonly value?: string | null;
  readonly onChange?: (domain: string | null) => void;
}

/** Chooses a domain of the account. */
export function DomainSelect(props: DomainSelectProps) {
  return useMay()('domains.read') ? <ChosenDomain {...props} /> : <TypedDomain {...props} />;
}

/** Searchable list, for people who may read domains. */
function ChosenDomain({ value = null, onChange, ...rest }: DomainSelectProps) {
  const [typed, setTyped] = useState('');
  const [search] = useDebouncedValue(typed, 250);
  const { data } = useDomainChoice(search === value ? '' : search);
  const names = data?.data.map(({ domain }) => domain) ?? [];
  return (
    <Select
      {...rest}
      allowDeselect={false}
      searchable
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      data={value !== null && !names.includes(value) ? [value, ...names] : names}
      value={value}
      onChange={(next) => onChange?.(next)}
    />
  );
}

/** Text field for people who may not read domains; domains with mailboxes are suggested. */
function TypedDomain({ value = null, onChange, ...rest }: DomainSelectProps) {
  const domains = useAllMailDomains().data?.data ?? [];
  return (
    <Autocomplete
      {...rest}
      placeholder={texts.domainTyped}
      maxLength={253}
      autoCapitalize="off"
      autoComplete="off"
      spellCheck={false}
      data={domains.map(({ domain }) => domain)}
      value={value ?? ''}
      onChange={(next) => onChange?.(next === '' ? null : next)}
    />
  );
}

import { t } from '@lingui/core/macro';
import { Select, type SelectProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { loadStates } from './states.ts';

interface StateSelectProps extends Omit<SelectProps, 'label' | 'data'> {
  readonly country: string;
}

/** Selects the state of a country that has states. */
export function StateSelect({ country, ...props }: StateSelectProps) {
  const states = useQuery({
    queryKey: ['states', country],
    queryFn: () => loadStates(country),
    staleTime: 'static',
  });
  return (
    <Select
      label={country === 'CA' ? t`Province` : t({ message: 'State', context: 'address' })}
      placeholder={t`Choose`}
      searchable
      allowDeselect={false}
      autoComplete="off"
      {...props}
      data={states.data ?? []}
      error={states.error ? t`The list could not be loaded. Reload the page.` : props.error}
    />
  );
}

import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { hasStates } from '../../../packages/addresses/src/address.ts';
import { listCountries } from './countries.ts';
import { StateSelect } from './state-select.tsx';

/** The part of a @mantine/form form that is used here. */
interface AddressForm {
  key(path: string): string;
  getInputProps(path: string): { onChange(value: unknown): void };
  setFieldValue(path: 'state', value: string): void;
}

interface AddressFieldsProps {
  readonly form: AddressForm;
  /** Current value in the form. */
  readonly country: string;
}

/** Fields of a postal address. */
export function AddressFields({ form, country: chosen }: AddressFieldsProps) {
  const countries = useMemo(listCountries, []);
  const field = (name: string) => ({ key: form.key(name), ...form.getInputProps(name) });
  const { key: streetKey, ...street } = field('street');
  const { key: codeKey, ...code } = field('postal_code');
  const { key: cityKey, ...city } = field('city');
  const { key: countryKey, ...country } = field('country');
  const { key: stateKey, ...state } = field('state');
  const needed = { required: true, withAsterisk: false };
  return (
    <>
      <TextInput
        label={t`Street and number`}
        autoComplete="street-address"
        maxLength={200}
        {...needed}
        key={streetKey}
        {...street}
      />
      <Group align="flex-start" wrap="nowrap">
        <TextInput
          label={t`Postal code`}
          autoComplete="postal-code"
          maxLength={20}
          w={130}
          {...needed}
          key={codeKey}
          {...code}
        />
        <TextInput
          label={t`City`}
          autoComplete="address-level2"
          maxLength={100}
          flex={1}
          {...needed}
          key={cityKey}
          {...city}
        />
      </Group>
      <Group align="flex-start">
        <Select
          label={t`Country`}
          placeholder={t`Choose`}
          data={countries}
          searchable
          allowDeselect={false}
          autoComplete="off"
          flex="1 1 200px"
          {...needed}
          key={countryKey}
          {...country}
          onChange={(code) => {
            country.onChange(code);
            // The same code may be another state there.
            form.setFieldValue('state', '');
          }}
        />
        {hasStates(chosen) && (
          // The key also empties the typed text with the country.
          <StateSelect country={chosen} flex="1 1 200px" {...needed} key={`${stateKey} ${chosen}`} {...state} />
        )}
      </Group>
    </>
  );
}

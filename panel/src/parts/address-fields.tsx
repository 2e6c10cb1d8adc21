import { t } from '@lingui/core/macro';
import { Group, Select, TextInput } from '@mantine/core';
import { useMemo } from 'react';
import { listCountries } from './countries.ts';

/** The part of a @mantine/form form that is used here. */
interface AddressForm {
  key(path: string): string;
  getInputProps(path: string): object;
}

/** Fields of a postal address. */
export function AddressFields({ form }: { form: AddressForm }) {
  const countries = useMemo(listCountries, []);
  const field = (name: string) => ({ key: form.key(name), ...form.getInputProps(name) });
  const { key: streetKey, ...street } = field('street');
  const { key: codeKey, ...code } = field('postal_code');
  const { key: cityKey, ...city } = field('city');
  const { key: countryKey, ...country } = field('country');
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
      <Select
        label={t`Country`}
        placeholder={t`Choose`}
        data={countries}
        searchable
        allowDeselect={false}
        autoComplete="off"
        {...needed}
        key={countryKey}
        {...country}
      />
    </>
  );
}

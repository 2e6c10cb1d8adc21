import { Group, Radio, TextInput } from '@mantine/core';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { texts } from './texts.ts';

/** The part of a @mantine/form form that is used here. */
interface CustomerForm {
  key(path: string): string;
  getInputProps(path: string): { onChange(value: unknown): void };
  setFieldValue(path: 'state', value: string): void;
}

interface CustomerNamesProps {
  readonly form: CustomerForm;
  /** Current value in the form. */
  readonly isBusiness: boolean;
}

interface CustomerFieldsProps extends CustomerNamesProps {
  /** Current value in the form. */
  readonly country: string;
  readonly vatNote?: string;
}

/** Fields of the billed person or company: name, address and VAT ID. */
export function CustomerFields({ form, isBusiness, country, vatNote }: CustomerFieldsProps) {
  return (
    <>
      <CustomerNames form={form} isBusiness={isBusiness} />
      <AddressFields form={form} country={country} />
      {isBusiness && (
        <TextInput
          label={texts.vat}
          description={vatNote || texts.vatHint}
          maxLength={20}
          key={form.key('vat_id')}
          {...form.getInputProps('vat_id')}
        />
      )}
    </>
  );
}

/** Fields for the kind and the names of a customer. */
export function CustomerNames({ form, isBusiness }: CustomerNamesProps) {
  const needed = { required: true, withAsterisk: false };
  return (
    <>
      <Radio.Group label={texts.kind} key={form.key('kind')} {...form.getInputProps('kind')}>
        <Group gap="lg" mt={4}>
          <Radio value="consumer" label={texts.kinds.consumer} />
          <Radio value="business" label={texts.kinds.business} />
        </Group>
      </Radio.Group>
      {isBusiness && (
        <TextInput
          label={texts.company}
          autoComplete="organization"
          maxLength={200}
          {...needed}
          key={form.key('company')}
          {...form.getInputProps('company')}
        />
      )}
      <TextInput
        label={texts.name}
        autoComplete="name"
        maxLength={200}
        {...needed}
        key={form.key('name')}
        {...form.getInputProps('name')}
      />
    </>
  );
}

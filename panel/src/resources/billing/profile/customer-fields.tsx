import { Group, Radio, TextInput } from '@mantine/core';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { texts } from './texts.ts';

/** The part of a @mantine/form form that is used here. */
interface CustomerForm {
  key(path: string): string;
  getInputProps(path: string): object;
}

interface CustomerFieldsProps {
  readonly form: CustomerForm;
  /** Current value in the form. */
  readonly isBusiness: boolean;
  /** Prefix of the address field names. */
  readonly within?: string;
  readonly vatNote?: string;
}

/** Fields of the billed person or company: name, address and VAT ID. */
export function CustomerFields({ form, isBusiness, within = '', vatNote }: CustomerFieldsProps) {
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
      <AddressFields form={form} within={within} />
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

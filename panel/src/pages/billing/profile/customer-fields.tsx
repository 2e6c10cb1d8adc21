import { Group, Radio, TextInput } from '@mantine/core';
import { AddressFields } from '../../../parts/address-fields.tsx';
import { texts } from './texts.ts';

/** Of a form of @mantine/form, what this needs of it. */
interface CustomerForm {
  key(path: string): string;
  getInputProps(path: string): object;
}

interface CustomerFieldsProps {
  readonly form: CustomerForm;
  /** As the form has it now. */
  readonly isBusiness: boolean;
  /** Before the names of the fields of the address. */
  readonly within?: string;
  readonly vatNote?: string;
}

/** Who is billed: alone or a company, where, and its VAT id. */
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

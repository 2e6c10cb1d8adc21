import { Checkbox, NumberInput, TagsInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { texts } from './texts.ts';

export interface MailboxSettings {
  quota_mb: number | string;
  aliases: string[];
  forward_to: string[];
  keep_copy: boolean;
}

interface MailboxFieldsProps<Fields extends MailboxSettings> {
  readonly form: UseFormReturnType<Fields>;
  /** Domain of the address, used in the examples. */
  readonly domain: string;
}

/** Fields that can be edited later too. */
export function MailboxFields<Fields extends MailboxSettings>({ form, domain }: MailboxFieldsProps<Fields>) {
  const { forward_to, aliases } = form.getValues();
  return (
    <>
      <NumberInput
        label={texts.quota}
        description={texts.quotaHint}
        suffix={texts.quotaUnit}
        min={10}
        max={102_400}
        step={512}
        allowDecimal={false}
        clampBehavior="none"
        {...form.getInputProps('quota_mb')}
      />
      <TagsInput
        label={texts.aliases}
        description={texts.aliasesHint(domain)}
        placeholder={aliases.length === 0 ? texts.aliasesPlaceholder(domain) : ''}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        maxTags={50}
        {...form.getInputProps('aliases')}
        error={errorUnder(form.errors, 'aliases')}
      />
      <TagsInput
        label={texts.forwards}
        description={texts.forwardsHint}
        placeholder={forward_to.length === 0 ? texts.forwardsPlaceholder : ''}
        splitChars={[',', ' ', ';']}
        acceptValueOnBlur
        maxTags={20}
        {...form.getInputProps('forward_to')}
        error={errorUnder(form.errors, 'forward_to')}
      />
      {/* Always rendered: an element that appears during a click would move the button. */}
      <Checkbox
        label={texts.keepCopy}
        description={texts.keepCopyHint}
        disabled={forward_to.length === 0}
        {...form.getInputProps('keep_copy', { type: 'checkbox' })}
      />
    </>
  );
}

/** Returns the first error of a list field, shown below the whole list. */
function errorUnder(errors: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const found = Object.entries(errors).find(
    ([path]) => path === field || (/^[.[]/.test(path.slice(field.length)) && path.startsWith(field)),
  );
  return found ? String(found[1]) : undefined;
}

/** Converts the form to API input. */
export function readSettings({ quota_mb, aliases, forward_to, keep_copy }: MailboxSettings) {
  return { quota_mb: Number(quota_mb), aliases, forward_to, keep_copy };
}

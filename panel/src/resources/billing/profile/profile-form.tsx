import { Button, Group, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { OFFERED } from '../../../locales/languages.ts';
import { guessCountry } from '../../../parts/countries.ts';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { PROFILE_CHECKS } from './check-profile.ts';
import { CustomerFields } from './customer-fields.tsx';
import classes from './profile-form.module.css';
import { type BillingProfile, type ProfileInput, useSaveProfile } from './queries.ts';
import { texts, VAT_STATUSES } from './texts.ts';

type Fields = { [name in Exclude<keyof ProfileInput, 'language'>]: NonNullable<ProfileInput[name]> } & {
  language: NonNullable<ProfileInput['language']> | '';
};

const LANGUAGES = OFFERED.map(([value, label]) => ({ value, label }));
/** Shown only to accounts that have not chosen a language. */
const NO_LANGUAGE = { value: '', label: texts.noLanguage };

/** Converts the profile to form values; null becomes an empty string. */
function toFields(profile: BillingProfile): Fields {
  const { kind, name, company, street, postal_code, city, state, country, vat_id, invoice_email, language } = profile;
  return {
    kind,
    name,
    company: company ?? '',
    street: street ?? '',
    postal_code: postal_code ?? '',
    city: city ?? '',
    state: state ?? '',
    country: country ?? guessCountry(),
    vat_id: vat_id ?? '',
    invoice_email: invoice_email ?? '',
    language: language ?? '',
  };
}

function toInput({ company, state, vat_id, invoice_email, language, ...fields }: Fields): ProfileInput {
  const isBusiness = fields.kind === 'business';
  const given = (text: string) => text.trim() || null;
  return {
    ...fields,
    company: isBusiness ? given(company) : null,
    state: given(state),
    vat_id: isBusiness ? given(vat_id) : null,
    invoice_email: given(invoice_email),
    language: language || null,
  };
}

export function ProfileForm({ profile, onSaved }: { profile: BillingProfile; onSaved?: () => void }) {
  const form = useForm<Fields>({
    initialValues: toFields(profile),
    validate: PROFILE_CHECKS,
    validateInputOnBlur: true,
  });
  const [problem, setProblem] = useState<unknown>(null);
  const save = useSaveProfile();
  const isBusiness = form.values.kind === 'business';
  const submit = (fields: Fields) => {
    setProblem(null);
    save.mutate(toInput(fields), {
      onSuccess: (saved) => {
        form.setValues(toFields(saved));
        form.resetDirty();
        notifications.show({ message: texts.saved });
        onSaved?.();
      },
      onError: (error) => setProblem(showFormErrors(form, error)),
    });
  };
  // The VAT status applies only to the saved ID.
  const vatNote = form.values.vat_id === (profile.vat_id ?? '') ? VAT_STATUSES[profile.vat_status] : '';
  return (
    <form onSubmit={form.onSubmit(submit)} className={classes.form}>
      <Stack gap="md">
        <CustomerFields form={form} isBusiness={isBusiness} country={form.values.country} vatNote={vatNote} />
        <TextInput
          label={texts.invoiceEmail}
          description={texts.invoiceEmailHint}
          type="email"
          autoComplete="email"
          {...form.getInputProps('invoice_email')}
        />
        <NativeSelect
          label={texts.language}
          description={texts.languageHint}
          data={profile.language === null ? [NO_LANGUAGE, ...LANGUAGES] : LANGUAGES}
          {...form.getInputProps('language')}
        />
        {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
        <Group>
          <Button type="submit" loading={save.isPending} data-real>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

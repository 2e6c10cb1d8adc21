import { Text } from '@mantine/core';
import { nameLanguage } from '#locales/languages.ts';
import { nameCountry } from '#parts/countries.ts';
import { Facts } from '#parts/facts.tsx';
import type { BillingProfile } from '#resources/billing/profile/queries.ts';
import { texts } from '#resources/billing/profile/texts.ts';
import { writeCity } from '../../../../../../packages/addresses/src/address.ts';

/** Read-only billing details, for people without write permission. */
export function ProfileFacts({ profile }: { profile: BillingProfile }) {
  const { name, company, street, country, vat_id, invoice_email, language, currency } = profile;
  if (!country) return <Text c="dimmed">{texts.missing}</Text>;
  return (
    <Facts
      facts={[
        [texts.company, company],
        [texts.name, name],
        [texts.address, [street, writeCity(profile), nameCountry(country)].join(', ')],
        [texts.vat, vat_id],
        [texts.invoiceEmail, invoice_email],
        [texts.language, language && nameLanguage(language)],
        [texts.currency, currency],
      ]}
    />
  );
}

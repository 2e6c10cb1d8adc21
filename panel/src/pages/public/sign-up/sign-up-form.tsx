import { Trans } from '@lingui/react/macro';
import { Anchor, Button, Checkbox, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { NewPassword } from '../../../parts/new-password.tsx';
import { CustomerNames } from '../../../resources/billing/profile/customer-fields.tsx';
import type { SignUpSettings } from '../../../session/generated/types.gen.ts';
import { texts } from './texts.ts';

export interface SignUpBody {
  readonly email: string;
  readonly name: string;
  readonly kind: 'consumer' | 'business';
  readonly company?: string;
  readonly password: string;
  readonly terms_version?: string;
  readonly plan?: string;
}

interface Fields {
  readonly email: string;
  readonly name: string;
  readonly kind: 'consumer' | 'business';
  readonly company: string;
  readonly password: string;
}

interface SignUpFormProps {
  readonly settings: SignUpSettings;
  readonly plan: string | undefined;
  /** Previous input, kept when another address is tried; e-mail and password are not kept. */
  readonly before: SignUpBody | undefined;
  readonly send: {
    readonly isPending: boolean;
    mutate(body: SignUpBody, ends: { onError: (error: unknown) => void }): void;
  };
}

/** Asks for the person and the company. The postal address is asked for at the order. */
export function SignUpForm({ settings, plan, before, send }: SignUpFormProps) {
  const [failure, setFailure] = useState<unknown>(null);
  const form = useForm<Fields>({
    initialValues: {
      email: '',
      name: before?.name ?? '',
      kind: before?.kind ?? 'consumer',
      company: before?.company ?? '',
      password: '',
    },
  });
  const submit = ({ company, email, ...fields }: Fields) => {
    setFailure(null);
    const isBusiness = fields.kind === 'business';
    const body: SignUpBody = {
      ...fields,
      email: email.trim(),
      ...(isBusiness && company.trim() !== '' ? { company: company.trim() } : {}),
      ...(settings.terms_version ? { terms_version: settings.terms_version } : {}),
      ...(plan ? { plan } : {}),
    };
    send.mutate(body, { onError: (error) => setFailure(showFormErrors(form, error)) });
  };
  const needed = { required: true, withAsterisk: false };
  return (
    <form onSubmit={form.onSubmit(submit)}>
      <Stack>
        <TextInput
          label={texts.email}
          description={texts.emailHint}
          type="email"
          autoComplete="username"
          autoFocus
          {...needed}
          {...form.getInputProps('email')}
        />
        <NewPassword label={texts.password} {...form.getInputProps('password')} />
        <CustomerNames form={form} isBusiness={form.values.kind === 'business'} />
        <Checkbox required label={<Terms links={settings.links} />} />
        {failure ? <Failure error={failure} title={texts.failed} /> : null}
        <Button type="submit" loading={send.isPending}>
          {texts.send}
        </Button>
      </Stack>
    </form>
  );
}

/** The documents open in a new tab, so that the input is not lost. */
function Terms({ links: { terms, privacy } }: Pick<SignUpSettings, 'links'>) {
  if (!privacy) {
    return (
      <Trans>
        I accept the <Document href={terms}>terms</Document>.
      </Trans>
    );
  }
  return (
    <Trans>
      I accept the <Document href={terms}>terms</Document> and have read the{' '}
      <Document href={privacy}>privacy notice</Document>.
    </Trans>
  );
}

function Document({ href, children }: { href: string | null; children?: ReactNode }) {
  if (!href) return children;
  return (
    <Anchor href={href} target="_blank" rel="noopener" inherit underline="always">
      {children}
    </Anchor>
  );
}

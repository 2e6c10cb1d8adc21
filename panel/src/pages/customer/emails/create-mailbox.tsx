import type { MailboxWithPassword } from '@hostler/sdk';
import { PasswordInput, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import classes from './create-mailbox.module.css';
import { DomainSelect } from './domain-select.tsx';
import { MailboxFields, type MailboxSettings, readSettings } from './mailbox-fields.tsx';
import { useCreateMailbox } from './queries.ts';
import { texts } from './texts.ts';

interface CreateMailboxProps {
  readonly opened: boolean;
  /** Initial domain. */
  readonly domain: string | null;
  readonly onClose: () => void;
  readonly onCreated: (mailbox: MailboxWithPassword) => void;
}

/** `address` holds the part before the @, so that API errors of the address are shown there. */
interface Fields extends MailboxSettings {
  address: string;
  domain: string | null;
  password: string;
}

/** Validates the domain in the form: the API reports only that the whole address is malformed. */
const DOMAIN = /^[\p{L}\p{M}\p{N}-]+(\.[\p{L}\p{M}\p{N}-]+)+$/u;

export function CreateMailbox({ opened, domain, onClose, onCreated }: CreateMailboxProps) {
  const form = useForm<Fields>({
    initialValues: { address: '', domain, password: '', quota_mb: 1024, aliases: [], forward_to: [], keep_copy: true },
    validate: { domain: (typed) => (typed === null || DOMAIN.test(typed.trim()) ? null : texts.domainMalformed) },
  });
  const create = useCreateMailbox();
  const { problem, send } = useSending(form, create, { field: 'domain', message: texts.domainMissing });
  const { setFieldValue } = form;
  useEffect(() => {
    if (opened && domain) setFieldValue('domain', domain);
  }, [opened, domain, setFieldValue]);
  const readInput = () => {
    const { address, domain: chosen, password, ...settings } = form.getValues();
    return {
      address: `${address.trim()}@${chosen?.trim() ?? ''}`,
      ...(password !== '' && { password }),
      ...readSettings(settings),
    };
  };
  return (
    <Drawer opened={opened} onClose={onClose} title={texts.createTitle}>
      <form
        onSubmit={form.onSubmit(
          () => send(readInput(), onCreated),
          () => form.getInputNode('domain')?.focus(),
        )}
      >
        <Stack gap="md">
          <div className={classes.address}>
            <TextInput
              label={texts.local}
              data-autofocus
              required
              maxLength={64}
              autoCapitalize="off"
              autoComplete="off"
              spellCheck={false}
              rightSection="@"
              className={classes.local}
              {...form.getInputProps('address')}
            />
            <DomainSelect
              label={texts.domain}
              placeholder={texts.domainPlaceholder}
              required
              className={classes.domain}
              {...form.getInputProps('domain')}
            />
          </div>
          <PasswordInput
            label={texts.password}
            description={texts.passwordHint}
            autoComplete="new-password"
            maxLength={128}
            {...form.getInputProps('password')}
          />
          <MailboxFields form={form} domain={form.getValues().domain ?? 'example.com'} />
          {problem ? <Failure error={problem} title={texts.notCreated} /> : null}
          <FormEnd
            call={() => {
              // Leave the typed password out of the code sample; without one, a password is generated.
              const { password: _secret, ...input } = readInput();
              return { operation: 'emails.create', input };
            }}
            action={texts.create}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

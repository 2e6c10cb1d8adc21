import type { Domain } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect } from 'react';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useCreateDomain } from '../../../resources/domains/queries.ts';
import { domainTexts } from '../../../resources/domains/texts.ts';
import { ServerSelect } from '../../../resources/servers/server-select.tsx';
import { useMay } from '../../../session/place-context.tsx';
import { texts } from './texts.ts';

interface AddDomainProps {
  readonly opened: boolean;
  readonly serverId: number | null;
  readonly onClose: () => void;
  readonly onCreated: (domain: Domain) => void;
}

type Fields = { domain: string; hosting_id: number | null };

export function AddDomain({ opened, serverId, onClose, onCreated }: AddDomainProps) {
  const may = useMay();
  const form = useForm<Fields>({ initialValues: { domain: '', hosting_id: serverId } });
  const create = useCreateDomain();
  const { problem, send } = useSending(form, create);
  const { setFieldValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the preselected server changes.
  useEffect(() => setFieldValue('hosting_id', serverId), [serverId]);
  const readInput = () => {
    const { domain, hosting_id } = form.getValues();
    return { domain: domain.trim(), ...(hosting_id !== null && { hosting_id }) };
  };

  return (
    <Drawer opened={opened} onClose={onClose} title={domainTexts.add}>
      <form onSubmit={form.onSubmit(() => send(readInput(), onCreated))}>
        <Stack gap="md">
          <TextInput
            label={texts.domain}
            description={texts.domainHint}
            placeholder={t`example.com`}
            data-autofocus
            required
            maxLength={254}
            autoCapitalize="off"
            spellCheck={false}
            {...form.getInputProps('domain')}
          />
          {may('hosting.read') && (
            <ServerSelect
              label={texts.server}
              description={texts.serverHint}
              placeholder={texts.serverNone}
              clearable
              {...form.getInputProps('hosting_id')}
            />
          )}
          {problem ? <Failure error={problem} title={texts.notAdded} /> : null}
          <FormEnd
            call={() => ({ operation: 'domains.create', input: readInput() })}
            action={texts.addVerb}
            pending={create.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Drawer>
  );
}

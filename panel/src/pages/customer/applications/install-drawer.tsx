import type { ApplicationWithCredentials, CatalogEntry } from '@hostler/sdk';
import { Divider, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useEffect, useState } from 'react';
import { useShowMade } from '../../../app/show-made.ts';
import { Drawer } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useInstall } from '../../../resources/applications/queries.ts';
import { texts } from '../../../resources/applications/texts.ts';
import { CredentialsBox } from './credentials-box.tsx';
import { beginFields, type InstallFields, toInput, withoutSecrets } from './install-input.ts';
import { ParameterField } from './parameter-field.tsx';
import { TargetSelect } from './target-select.tsx';

interface InstallDrawerProps {
  readonly entry: CatalogEntry;
  readonly serverId: number | null;
  readonly opened: boolean;
  readonly onClose: () => void;
}

/** Asks for the server and the parameters, then shows the credentials once and opens the installation. */
export function InstallDrawer({ entry, serverId, opened, onClose }: InstallDrawerProps) {
  const [made, setMade] = useState<ApplicationWithCredentials | null>(null);
  const form = useForm<InstallFields>({ initialValues: beginFields(entry, serverId) });
  const install = useInstall();
  const { problem, send } = useSending(form, install);
  const show = useShowMade({
    to: '/applications/installed/$id',
    onStay: onClose,
  });
  const { setFieldValue } = form;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs only when the preselected server changes.
  useEffect(() => setFieldValue('hosting_id', serverId), [serverId]);
  const readInput = () => toInput(entry.slug, form.getValues());

  function goOn(application: ApplicationWithCredentials): void {
    if (Object.keys(application.credentials).length > 0) setMade(application);
    else show(application);
  }

  return (
    <>
      <Drawer
        opened={opened && made === null}
        onClose={onClose}
        title={texts.installTitle(entry.name)}
        size="lg"
        keepMounted={false}
      >
        <form onSubmit={form.onSubmit(() => send(readInput(), goOn))}>
          <Stack gap="md">
            <TargetSelect
              label={texts.server}
              description={texts.serverHint}
              placeholder={texts.serverPlaceholder}
              required
              data-autofocus
              needs={entry.needs}
              {...form.getInputProps('hosting_id')}
            />
            {entry.parameters.length > 0 && <Divider label={texts.settings} labelPosition="left" />}
            {entry.parameters.map((parameter) => (
              <ParameterField key={parameter.name} parameter={parameter} form={form} />
            ))}
            {problem ? <Failure error={problem} title={texts.notInstalled(entry.name)} /> : null}
            <FormEnd
              call={() => ({
                operation: 'applications.create',
                input: withoutSecrets(readInput(), entry.parameters),
              })}
              action={texts.install}
              pending={install.isPending}
              onCancel={onClose}
            />
          </Stack>
        </form>
      </Drawer>
      <CredentialsBox
        application={made}
        parameters={entry.parameters}
        given={form.getValues().parameters}
        onClose={() => {
          if (made) show(made);
          setMade(null);
        }}
      />
    </>
  );
}

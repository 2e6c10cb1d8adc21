import type { Firewall } from '@hostler/sdk';
import { Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { useTellDone } from '../../../api/tell-done.ts';
import { Modal } from '../../../parts/dialog.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { FormEnd } from '../../../parts/form-end.tsx';
import { useSending } from '../../../parts/sending.ts';
import { useSaveFirewall } from '../../../resources/firewalls/queries.ts';
import { fieldsOfRule, toFormPath, toRule } from '../../../resources/firewalls/rules.ts';
import { SshWarning } from '../../../resources/firewalls/ssh-warning.tsx';
import { Presets } from './presets.tsx';
import { type FirewallFields, RulesEditor } from './rules-editor.tsx';
import { texts } from './texts.ts';

interface FirewallFormProps {
  /** Firewall to edit; if omitted, a new one is created. */
  readonly firewall?: Firewall;
  readonly onClose: () => void;
}

/** Creates or edits a firewall; mounted only while open. */
export function FirewallForm({ firewall, onClose }: FirewallFormProps) {
  const tellDone = useTellDone();
  const form = useForm<FirewallFields>({ initialValues: fieldsOf(firewall) });
  const save = useSaveFirewall(firewall?.id);
  // Errors of the API name a rule as `inbound[0].ports`, the form as `inbound.0.ports`.
  const { problem, send } = useSending(
    {
      getValues: form.getValues,
      reset: form.reset,
      getInputNode: (field) => form.getInputNode(toFormPath(field)),
      setErrors: (errors) =>
        form.setErrors(Object.fromEntries(Object.entries(errors).map(([field, text]) => [toFormPath(field), text]))),
    },
    save,
  );
  const input = toInput(form.values);
  const submit = () =>
    send(input, ({ name }) => {
      const done = firewall ? texts.saved(name) : texts.created(name);
      tellDone(done);
      onClose();
    });
  return (
    <Modal opened onClose={onClose} title={firewall ? texts.editTitle(firewall.name) : texts.createTitle} size="xl">
      <form onSubmit={form.onSubmit(submit)}>
        <Stack gap="md">
          <TextInput
            label={texts.name}
            data-autofocus
            required
            withAsterisk={false}
            maxLength={100}
            autoComplete="off"
            {...form.getInputProps('name')}
          />
          <Presets form={form} />
          <RulesEditor form={form} direction="inbound" />
          <SshWarning of="firewall" inbound={[input.inbound]} />
          <RulesEditor form={form} direction="outbound" />
          {problem ? <Failure error={problem} title={texts.notSaved} /> : null}
          <FormEnd
            call={() =>
              firewall
                ? { operation: 'firewalls.update', input: { id: firewall.id, ...input } }
                : { operation: 'firewalls.create', input }
            }
            action={texts.save}
            pending={save.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

function fieldsOf(firewall: Firewall | undefined): FirewallFields {
  const { name = '', inbound = [], outbound = [] } = firewall ?? {};
  return {
    name,
    inbound: inbound.map((rule) => fieldsOfRule(rule, randomId())),
    outbound: outbound.map((rule) => fieldsOfRule(rule, randomId())),
  };
}

function toInput({ name, inbound, outbound }: FirewallFields) {
  return { name: name.trim(), inbound: inbound.map(toRule), outbound: outbound.map(toRule) };
}

import { MultiSelect, Select, Stack, TagsInput, TextInput } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { CodeArea } from '../../../parts/code-area.tsx';
import { useAllFirewalls } from '../../../resources/firewalls/queries.ts';
import type { ShopPlan } from '../../../resources/plans/queries.ts';
import { imageName } from '../../../resources/servers/image-name.ts';
import { toTags } from '../../../resources/servers/tags.ts';
import { useMay } from '../../../session/place-context.tsx';
import { LoginChoice } from './login-choice.tsx';
import type { OrderFields } from './order-fields.ts';
import { texts } from './texts.ts';

interface ServerStepProps {
  readonly form: UseFormReturnType<OrderFields>;
  readonly plan: ShopPlan;
  /** True if the order may add SSH keys to the account. */
  readonly maySave: boolean;
}

/** Second step: host name, image, login, user data, firewalls and tags. */
export function ServerStep({ form, plan, maySave }: ServerStepProps) {
  const firewalls = useAllFirewalls(useMay()('hosting.read')).data ?? [];
  const chosen = form.values.firewall_ids;
  return (
    <Stack gap="md">
      <TextInput
        label={texts.hostname}
        description={texts.hostnameHint}
        placeholder="web1.example.com"
        autoFocus
        required
        withAsterisk={false}
        maxLength={253}
        spellCheck={false}
        autoCapitalize="none"
        autoComplete="off"
        {...form.getInputProps('hostname')}
      />
      {plan.images.length > 1 && (
        <Select
          label={texts.image}
          data={plan.images.map((value) => ({ value, label: imageName(value) }))}
          allowDeselect={false}
          {...form.getInputProps('image')}
          value={form.values.image || (plan.images[0] ?? null)}
        />
      )}
      <LoginChoice form={form} maySave={maySave} />
      <CodeArea
        label={texts.userData}
        description={texts.userDataHint}
        maxLength={32_768}
        {...form.getInputProps('user_data')}
      />
      {(firewalls.length > 0 || chosen.length > 0) && (
        <MultiSelect
          label={texts.firewalls}
          description={texts.firewallsHint}
          data={firewalls.map(({ id, name }) => ({ value: String(id), label: name }))}
          maxValues={5}
          searchable
          hidePickedOptions
          {...form.getInputProps('firewall_ids')}
          value={[...chosen]}
        />
      )}
      <TagsInput
        label={texts.tags}
        description={texts.tagsHint}
        maxTags={20}
        acceptValueOnBlur
        {...form.getInputProps('tags')}
        value={[...form.values.tags]}
        onChange={(next) => form.setFieldValue('tags', toTags(next))}
      />
    </Stack>
  );
}

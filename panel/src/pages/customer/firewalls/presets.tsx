import { Button, Group, Text } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { IconCheck, IconPlus } from '@tabler/icons-react';
import { listMissing, type PresetName, rulesOfPreset } from '../../../resources/firewalls/presets.ts';
import { useOwnAddress } from '../../../resources/firewalls/queries.ts';
import { fieldsOfRule, toRule } from '../../../resources/firewalls/rules.ts';
import type { FirewallFields } from './rules-editor.tsx';
import { texts } from './texts.ts';

const PRESETS: readonly PresetName[] = ['ssh', 'web', 'mail', 'sshFromHere'];

/** Adds common inbound rules to the form. */
export function Presets({ form }: { form: UseFormReturnType<FirewallFields> }) {
  const address = useOwnAddress();
  const rules = form.values.inbound.map(toRule);
  const known = address === null ? texts.addressUnknown : texts.ownAddress(address ?? '…');
  return (
    <section aria-label={texts.presets}>
      <Text size="sm" fw={600}>
        {texts.presets}
      </Text>
      <Text size="xs" c="dimmed">
        {texts.presetsHint} {known}
      </Text>
      <Group gap="xs" mt={8}>
        {PRESETS.map((preset) => {
          const wanted = rulesOfPreset(preset, address);
          const missing = wanted && listMissing(wanted, rules);
          const Icon = missing?.length === 0 ? IconCheck : IconPlus;
          return (
            <Button
              key={preset}
              variant="default"
              size="xs"
              leftSection={<Icon size={14} />}
              disabled={!missing || missing.length === 0}
              onClick={() =>
                form.setFieldValue('inbound', [
                  ...form.values.inbound,
                  ...(missing ?? []).map((rule) => fieldsOfRule(rule, randomId())),
                ])
              }
            >
              {texts.presetNames[preset]}
            </Button>
          );
        })}
      </Group>
    </section>
  );
}

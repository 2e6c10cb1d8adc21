import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { OperatorCode } from '#operator/operator-code.tsx';
import { Failure } from '#parts/failure.tsx';
import { useSending } from '#parts/sending.ts';
import { Surface } from '#parts/surface.tsx';
import { type Setting, useSaveSettings } from './queries.ts';
import { SettingField } from './setting-field.tsx';
import { texts } from './texts.ts';

interface GroupFormProps extends SettingsFormProps {
  readonly text: string;
}

/** The settings of a group on a surface of their own. */
export function GroupForm({ text, ...form }: GroupFormProps) {
  return (
    <Surface title={form.title} description={text}>
      <SettingsForm {...form} />
    </Surface>
  );
}

interface SettingsFormProps {
  readonly title: string;
  readonly settings: readonly Setting[];
  /** Highest revision of all settings. */
  readonly revision: number;
  /** Values to begin with in place of defaults, by name. */
  readonly proposed?: ReadonlyMap<string, string>;
}

/** Form for some settings. Only changed values are sent. */
export function SettingsForm({ title, settings, revision, proposed }: SettingsFormProps) {
  const initialValues = Object.fromEntries(
    settings.map(({ name, value, source }) => [name, (source === 'default' && proposed?.get(name)) || (value ?? '')]),
  );
  const form = useForm<Record<string, string>>({
    initialValues,
    validate: (values) =>
      Object.fromEntries(
        settings
          .filter(({ name, type }) => type === 'integer' && !/^\d{1,9}$/.test(values[name]?.trim() ?? ''))
          .map((setting) => [setting.name, texts.number(setting.default)]),
      ),
  });
  const save = useSaveSettings();
  // The saved values stay in the form until the list is loaded again.
  const { problem, send } = useSending({ ...form, reset: () => undefined }, save);
  const listChanges = () => {
    const changed = settings.filter(({ name, value }) => form.values[name] !== (value ?? ''));
    return Object.fromEntries(
      changed.map(({ name, type }) => [
        name,
        type === 'integer' ? Number(form.values[name]) : (form.values[name] ?? ''),
      ]),
    );
  };
  const isChanged = Object.keys(listChanges()).length > 0;
  return (
    <form
      onSubmit={form.onSubmit(() =>
        send({ ...listChanges(), revision }, () => notifications.show({ message: texts.saved })),
      )}
    >
      <Stack>
        <SimpleGrid cols={{ base: 1, sm: 2 }} verticalSpacing="md">
          {settings.map((setting) => (
            <SettingField key={setting.name} setting={setting} input={form.getInputProps(setting.name)} />
          ))}
        </SimpleGrid>
        {problem ? <Failure error={problem} title={texts.failed} /> : null}
        <Group justify="space-between">
          <OperatorCode call={() => ({ method: 'POST', path: '/settings', body: listChanges() })} />
          <Button type="submit" loading={save.isPending} disabled={!isChanged} aria-label={`${texts.save} ${title}`}>
            {texts.save}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

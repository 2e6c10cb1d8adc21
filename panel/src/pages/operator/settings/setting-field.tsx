import { ColorInput, Select, TextInput } from '@mantine/core';
import type { GetInputPropsReturnType } from '@mantine/form';
import { translateReturned } from '#locales/returned.ts';
import type { Setting } from './queries.ts';
import { texts } from './texts.ts';

interface SettingFieldProps {
  readonly setting: Setting;
  /** Value, error and handlers that the form gives to this field. */
  readonly input: GetInputPropsReturnType;
}

/** Input for one setting. It is read-only if the environment sets the value. */
export function SettingField({ setting, input }: SettingFieldProps) {
  const { label, description, type, choices, can_change, variable, default: fallback } = setting;
  const shared = {
    label,
    description: can_change ? description : texts.fixed(variable),
    disabled: !can_change,
    ...input,
  };
  if (type === 'choice') {
    const options = (choices ?? []).map((value) => ({ value, label: translateReturned(value) }));
    return <Select {...shared} data={options} allowDeselect={false} />;
  }
  if (type === 'color') return <ColorInput {...shared} placeholder={fallback ?? '#3450c4'} autoComplete="off" />;
  return (
    <TextInput
      {...shared}
      type={type === 'url' ? 'url' : 'text'}
      inputMode={type === 'integer' ? 'numeric' : undefined}
      placeholder={fallback ?? undefined}
      autoComplete="off"
    />
  );
}

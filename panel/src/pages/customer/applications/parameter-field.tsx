import type { CatalogParameter } from '@hostler/sdk';
import { ActionIcon, Checkbox, NumberInput, PasswordInput, Select, Textarea, TextInput, Tooltip } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { IconWand } from '@tabler/icons-react';
import { texts } from '../../../resources/applications/texts.ts';
import { generateSecret } from './generate-secret.ts';
import type { InstallFields } from './install-input.ts';
import classes from './parameter-field.module.css';

interface ParameterFieldProps {
  readonly parameter: CatalogParameter;
  readonly form: UseFormReturnType<InstallFields>;
}

/** Form field of one recipe parameter. The API validates the value. */
export function ParameterField({ parameter, form }: ParameterFieldProps) {
  const { name, label, description, type, required, generated, multiline, min, max, choices } = parameter;
  const path = `parameters.${name}`;
  const field = { label, description, required, ...form.getInputProps(path) };
  if (type === 'boolean') {
    return <Checkbox label={label} description={description} {...form.getInputProps(path, { type: 'checkbox' })} />;
  }
  if (type === 'choice') return <Select {...field} data={choices} allowDeselect={!required} />;
  if (type === 'integer') {
    return <NumberInput {...field} {...bounds(min, max)} allowDecimal={false} clampBehavior="none" />;
  }
  const length = max === null ? {} : { maxLength: max };
  if (type === 'secret') {
    return (
      <div className={classes.secret}>
        <PasswordInput
          {...field}
          {...length}
          placeholder={generated ? texts.generated : ''}
          autoComplete="new-password"
          className={classes.field}
        />
        <Tooltip label={texts.generate}>
          <ActionIcon
            variant="default"
            size={36}
            aria-label={`${texts.generate}: ${label}`}
            onClick={() => form.setFieldValue(path, generateSecret())}
          >
            <IconWand size={18} />
          </ActionIcon>
        </Tooltip>
      </div>
    );
  }
  return multiline ? (
    <Textarea {...field} {...length} autosize minRows={3} maxRows={8} spellCheck={false} />
  ) : (
    <TextInput {...field} {...length} autoCapitalize="off" spellCheck={false} />
  );
}

function bounds(min: number | null, max: number | null) {
  return { ...(min !== null && { min }), ...(max !== null && { max }) };
}

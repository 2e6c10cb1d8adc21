import { t } from '@lingui/core/macro';
import { Checkbox, NumberInput, Select, Stack, Text, Textarea, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import type { ReactNode } from 'react';
import { Modal } from '../parts/dialog.tsx';
import { Failure } from '../parts/failure.tsx';
import { decimalsOf } from '../parts/numbers.ts';
import { useSending } from '../parts/sending.ts';
import type { Query } from '../session/session-client.ts';
import { operatorApi } from './operator-api.ts';
import { OperatorFormEnd } from './operator-form-end.tsx';
import { useOperatorMutation } from './queries.ts';

/** A field of the form. Its name is the field of the request. */
export interface CommandField {
  readonly name: string;
  readonly label: string;
  /** `money` is typed in main units and sent in minor units. */
  readonly type?: 'text' | 'area' | 'money' | 'integer' | 'choice' | 'flag' | 'date';
  readonly description?: string;
  readonly required?: boolean;
  /** Names the record: it is sent in the URL. */
  readonly inUrl?: boolean;
  /** Money: the currency. */
  readonly currency?: string;
  /** Money: may be negative. */
  readonly signed?: boolean;
  /** Money: the largest amount, in minor units. */
  readonly max?: number;
  /** Choice. */
  readonly options?: readonly { readonly value: string; readonly label: string }[];
  /** Money is in minor units. */
  readonly initial?: string | number | boolean;
}

export type CommandValues = Readonly<Record<string, unknown>>;

interface Request {
  readonly body: CommandValues;
  readonly query: Query;
}

interface CommandDialogProps<Result> {
  readonly title: string;
  /** Explains the effect. */
  readonly text?: ReactNode;
  readonly fields?: readonly CommandField[];
  /** Path in the operator API. */
  readonly path: string;
  /** Names the record: `{ id }`. */
  readonly query?: Query;
  /** Fields of the request that are not typed. */
  readonly fixed?: CommandValues;
  /** Returns further fields of the request from the typed ones. */
  readonly complete?: (values: CommandValues) => CommandValues;
  /** Button label. A button that moves money shows the amount, in minor units in the values. */
  readonly action: string | ((values: CommandValues) => string);
  readonly destructive?: boolean;
  /** Resources whose queries are fetched again. */
  readonly touches: readonly string[];
  /** Message after a success. */
  readonly done?: string | ((result: Result) => string);
  readonly onDone?: (result: Result) => void;
  readonly onClose: () => void;
}

/** Dialog that sends one staff command. Errors are shown at their fields. */
export function CommandDialog<Result = unknown>(props: CommandDialogProps<Result>) {
  const { title, text, fields = [], path, query = {}, fixed, complete, action, touches, done, onDone, onClose } = props;
  const form = useForm<Record<string, string | number | boolean>>({
    initialValues: Object.fromEntries(fields.map((field) => [field.name, initialOf(field)])),
  });
  const mutation = useOperatorMutation(({ body, query }: Request) => operatorApi.post<Result>(path, body, { query }), {
    touches,
    onError: () => undefined,
  });
  const { problem, send } = useSending(form, mutation);
  const typed = toBody(
    fields.filter(({ inUrl }) => !inUrl),
    form.values,
  );
  const body = { ...fixed, ...typed, ...complete?.(typed) };
  const named = toBody(
    fields.filter(({ inUrl }) => inUrl),
    form.values,
  );
  const request: Request = { body, query: { ...query, ...(named as Query) } };
  return (
    <Modal opened onClose={onClose} title={title}>
      <form
        onSubmit={form.onSubmit(() =>
          send(request, (result) => {
            const message = typeof done === 'function' ? done(result) : done;
            if (message) notifications.show({ message });
            onDone?.(result);
            onClose();
          }),
        )}
      >
        <Stack>
          {text && <Text>{text}</Text>}
          {fields.map((field, index) => (
            <Field key={field.name} field={field} first={index === 0} props={form.getInputProps(field.name)} />
          ))}
          {problem ? <Failure error={problem} title={t`The request failed`} /> : null}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path, ...request })}
            action={typeof action === 'function' ? action(body) : action}
            destructive={props.destructive ?? false}
            pending={mutation.isPending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

interface FieldProps {
  readonly field: CommandField;
  readonly first: boolean;
  readonly props: ReturnType<ReturnType<typeof useForm>['getInputProps']>;
}

function Field({ field, first, props }: FieldProps) {
  const { type = 'text', label, description, required = false, options = [], currency = '', max, signed } = field;
  const common = {
    label,
    ...(description ? { description } : {}),
    required,
    withAsterisk: false,
    ...(first ? { 'data-autofocus': true } : {}),
    ...props,
  };
  if (type === 'flag') return <Checkbox label={label} description={description} {...props} checked={props.value} />;
  if (type === 'choice') return <Select {...common} data={[...options]} allowDeselect={false} />;
  if (type === 'area') return <Textarea {...common} autosize minRows={2} maxRows={8} />;
  if (type === 'integer') return <NumberInput {...common} min={0} allowDecimal={false} allowNegative={false} />;
  if (type === 'money') {
    const scale = decimalsOf(currency);
    const most = max === undefined ? {} : { max: max / 10 ** scale };
    return (
      <NumberInput
        {...common}
        {...most}
        {...(signed ? {} : { min: 0 })}
        decimalScale={scale}
        fixedDecimalScale
        suffix={` ${currency}`}
      />
    );
  }
  return <TextInput {...common} type={type === 'date' ? 'date' : 'text'} autoComplete="off" />;
}

function initialOf({ type, initial, currency = '' }: CommandField): string | number | boolean {
  if (type === 'flag') return initial ?? false;
  if (type === 'money' && typeof initial === 'number') return initial / 10 ** decimalsOf(currency);
  return initial ?? '';
}

/** Returns the fields of the request. Empty ones are left out. */
function toBody(fields: readonly CommandField[], values: Record<string, string | number | boolean>): CommandValues {
  return Object.fromEntries(
    fields.flatMap((field) => {
      const value = values[field.name];
      if (value === '' || value === undefined) return [];
      return [[field.name, convert(field, value)]];
    }),
  );
}

function convert({ type, currency = '' }: CommandField, value: string | number | boolean): unknown {
  if (type === 'money') return Math.round(Number(value) * 10 ** decimalsOf(currency));
  if (type === 'date') return new Date(`${value}T00:00:00`).toISOString();
  return typeof value === 'string' ? value.trim() : value;
}

import { ActionIcon, Button, Input, Select, Text, Textarea, TextInput, Tooltip } from '@mantine/core';
import type { UseFormReturnType } from '@mantine/form';
import { randomId } from '@mantine/hooks';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { hasPorts, type RuleFields } from '../../../resources/firewalls/rules.ts';
import { PROTOCOLS } from '../../../resources/firewalls/texts.ts';
import classes from './rules-editor.module.css';
import { texts } from './texts.ts';

export interface FirewallFields {
  name: string;
  inbound: RuleFields[];
  outbound: RuleFields[];
}

interface RulesEditorProps {
  readonly form: UseFormReturnType<FirewallFields>;
  readonly direction: 'inbound' | 'outbound';
}

const PROTOCOL_CHOICE = Object.entries(PROTOCOLS).map(([value, label]) => ({ value, label }));

/** Edits the rules of one direction. */
export function RulesEditor({ form, direction }: RulesEditorProps) {
  const rules = form.values[direction];
  const isInbound = direction === 'inbound';
  const add = () =>
    form.insertListItem(direction, { key: randomId(), protocol: 'tcp', ports: '', networks: '', description: '' });
  return (
    <section aria-label={texts[direction]}>
      <Text size="sm" fw={600}>
        {texts[direction]}
      </Text>
      <Text size="xs" c="dimmed">
        {isInbound ? texts.inboundHint : texts.outboundHint}
      </Text>
      {rules.length > 0 && (
        <>
          <div className={classes.head} aria-hidden>
            {[texts.protocol, texts.ports, texts.networks, texts.description].map((title) => (
              <span key={title}>{title}</span>
            ))}
          </div>
          <ol className={classes.rules}>
            {rules.map((rule, index) => (
              <Rule
                key={rule.key}
                form={form}
                rule={rule}
                path={`${direction}.${index}`}
                number={index + 1}
                onRemove={() => form.removeListItem(direction, index)}
              />
            ))}
          </ol>
          <Text size="xs" c="dimmed">
            {texts.networksHint}
          </Text>
        </>
      )}
      {form.errors[direction] && <Input.Error>{form.errors[direction]}</Input.Error>}
      <Button variant="default" size="xs" mt={8} leftSection={<IconPlus size={14} />} onClick={add}>
        {isInbound ? texts.addRule : texts.addOutboundRule}
      </Button>
    </section>
  );
}

interface RuleProps {
  readonly form: UseFormReturnType<FirewallFields>;
  readonly rule: RuleFields;
  /** Path in the form: `inbound.2`. */
  readonly path: string;
  readonly number: number;
  readonly onRemove: () => void;
}

function Rule({ form, rule: { protocol }, path, number, onRemove }: RuleProps) {
  const withPorts = hasPorts(protocol);
  return (
    <li className={classes.rule}>
      <Select
        className={classes.protocol}
        aria-label={texts.protocol}
        data={PROTOCOL_CHOICE}
        allowDeselect={false}
        {...form.getInputProps(`${path}.protocol`)}
      />
      <TextInput
        className={classes.ports}
        aria-label={texts.ports}
        placeholder={withPorts ? texts.allPorts : texts.noPorts}
        disabled={!withPorts}
        maxLength={11}
        autoComplete="off"
        {...form.getInputProps(`${path}.ports`)}
        {...(withPorts ? {} : { value: '' })}
      />
      <Textarea
        className={classes.wide}
        aria-label={texts.networks}
        title={texts.networksHint}
        classNames={{ input: classes.mono }}
        autosize
        minRows={1}
        maxRows={4}
        maxLength={1_400}
        autoComplete="off"
        autoCapitalize="off"
        spellCheck={false}
        {...form.getInputProps(`${path}.networks`)}
      />
      <TextInput
        className={classes.wide}
        aria-label={texts.description}
        placeholder={texts.descriptionHint}
        maxLength={200}
        autoComplete="off"
        {...form.getInputProps(`${path}.description`)}
      />
      <div className={classes.remove}>
        <Tooltip label={texts.removeRule(number)}>
          <ActionIcon variant="subtle" color="gray" aria-label={texts.removeRule(number)} onClick={onRemove}>
            <IconTrash size={16} />
          </ActionIcon>
        </Tooltip>
      </div>
    </li>
  );
}

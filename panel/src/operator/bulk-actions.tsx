import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Group, Menu, ScrollArea, Stack, Text, TextInput } from '@mantine/core';
import { IconChevronDown } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Modal } from '../parts/dialog.tsx';
import { Status } from '../parts/status.tsx';
import { readFailure } from '../requests/failure.ts';
import { operatorApi } from './operator-api.ts';
import { OperatorFormEnd } from './operator-form-end.tsx';
import { operatorKey } from './queries.ts';

export interface BulkItem {
  readonly id: number;
  readonly name: string;
}

export interface BulkAction {
  readonly label: string;
  /** Command for one item: `/emails/suspend`. */
  readonly path: string;
  /** Explains the effect, and asks for confirmation. */
  readonly text?: string;
  /** A text that the command needs. */
  readonly field?: { readonly name: string; readonly label: string; readonly isList?: boolean };
  readonly destructive?: boolean;
}

interface BulkActionsProps {
  /** Selected rows, at most one page. */
  readonly items: readonly BulkItem[];
  readonly actions: readonly BulkAction[];
  /** Resources whose queries are fetched again. */
  readonly touches: readonly string[];
  /** Clears the selection. */
  readonly onDone: () => void;
}

interface Result extends BulkItem {
  /** Null after a success. */
  readonly problem: string | null;
}

/** Menu `2 selected ▾`: sends a command for each selected row, one after the other, and shows the result of each. */
export function BulkActions({ items, actions, touches, onDone }: BulkActionsProps) {
  const client = useQueryClient();
  const [asking, setAsking] = useState<BulkAction | null>(null);
  const [isRunning, setRunning] = useState(false);
  const [results, setResults] = useState<readonly Result[] | null>(null);

  async function run({ path }: BulkAction, body: object): Promise<void> {
    setRunning(true);
    const found: Result[] = [];
    for (const item of items) {
      const problem = await operatorApi.post(path, { ...body }, { query: { id: item.id } }).then(
        () => null,
        (error: unknown) => describe(error),
      );
      found.push({ ...item, problem });
    }
    for (const resource of touches) void client.invalidateQueries({ queryKey: operatorKey([resource]) });
    setRunning(false);
    setAsking(null);
    setResults(found);
    onDone();
  }

  return (
    <>
      {items.length > 0 && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button variant="default" rightSection={<IconChevronDown size={16} />} loading={isRunning}>
              <Trans>{items.length} selected</Trans>
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            {actions.map((action) => (
              <Menu.Item
                key={action.path}
                color={action.destructive ? 'red' : undefined}
                onClick={() => (action.text || action.field ? setAsking(action) : void run(action, {}))}
              >
                {action.label}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {asking && (
        <BulkForm
          action={asking}
          items={items}
          pending={isRunning}
          onSend={(body) => void run(asking, body)}
          onClose={() => setAsking(null)}
        />
      )}
      {results && <Results results={results} onClose={() => setResults(null)} />}
    </>
  );
}

interface BulkFormProps {
  readonly action: BulkAction;
  readonly items: readonly BulkItem[];
  readonly pending: boolean;
  readonly onSend: (body: object) => void;
  readonly onClose: () => void;
}

function BulkForm({ action, items, pending, onSend, onClose }: BulkFormProps) {
  const { label, text, path, field, destructive = false } = action;
  const [value, setValue] = useState('');
  const body = field ? { [field.name]: field.isList ? [value.trim()] : value.trim() } : {};
  return (
    <Modal opened onClose={onClose} title={t`${label}: ${items.length} selected`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          onSend(body);
        }}
      >
        <Stack>
          {text && <Text>{text}</Text>}
          {field && (
            <TextInput
              label={field.label}
              required
              withAsterisk={false}
              data-autofocus
              autoComplete="off"
              value={value}
              onChange={({ currentTarget }) => setValue(currentTarget.value)}
            />
          )}
          <OperatorFormEnd
            call={() => ({ method: 'POST', path, query: { id: items[0]?.id ?? 1 }, body })}
            action={label}
            destructive={destructive}
            pending={pending}
            onCancel={onClose}
          />
        </Stack>
      </form>
    </Modal>
  );
}

/** Failed items come first. */
function Results({ results, onClose }: { results: readonly Result[]; onClose: () => void }) {
  const failed = results.filter(({ problem }) => problem !== null);
  const done = results.filter(({ problem }) => problem === null);
  return (
    <Modal opened onClose={onClose} title={t`Results`} size="lg">
      <Stack>
        <Group>
          <Status tone="good">{t`${done.length} done`}</Status>
          {failed.length > 0 && <Status tone="bad">{t`${failed.length} refused`}</Status>}
        </Group>
        <ScrollArea.Autosize mah="50vh">
          <Stack gap={4} component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {[...failed, ...done].map(({ id, name, problem }) => (
              <Group component="li" key={id} gap="sm" wrap="nowrap">
                <Status tone={problem === null ? 'good' : 'bad'}>{name}</Status>
                {problem !== null && (
                  <Text size="sm" c="dimmed">
                    {problem}
                  </Text>
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
        <Group justify="flex-end">
          <Button onClick={onClose} data-autofocus>
            <Trans>Close</Trans>
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}

function describe(error: unknown): string {
  const { message, details } = readFailure(error);
  return [message, ...details.map((detail) => detail.message)].join(' ');
}

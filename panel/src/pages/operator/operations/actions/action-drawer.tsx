import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Button, Group, Stack, Table, Text, Title } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { translateReturned as translate } from '#locales/returned.ts';
import { OperatorCode } from '#operator/operator-code.tsx';
import { CodeBlock } from '#parts/code-block.tsx';
import { Drawer } from '#parts/dialog.tsx';
import { Facts } from '#parts/facts.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import { type StaffAction, useAction } from './queries.ts';
import { STATUSES, texts } from './texts.ts';

interface ActionDrawerProps {
  readonly id: string | undefined;
  readonly mayAct: boolean;
  readonly retrying: boolean;
  readonly onRetry: (action: StaffAction) => void;
  readonly onRetryAll: (error: string) => void;
  readonly onCancel: (action: StaffAction) => void;
  readonly onClose: () => void;
}

export function ActionDrawer({ id, onClose, ...rest }: ActionDrawerProps) {
  const { data, error } = useAction(id);
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      size="lg"
      title={data ? `${data.type} ${data.id}` : texts.title}
    >
      {error && !data ? <Failure error={error} /> : null}
      {data && <ActionDetail action={data} {...rest} />}
    </Drawer>
  );
}

type DetailProps = Omit<ActionDrawerProps, 'id' | 'onClose'> & { readonly action: StaffAction };

function ActionDetail({ action, mayAct, retrying, onRetry, onRetryAll, onCancel }: DetailProps) {
  const { status, error_message, error_code } = action;
  return (
    <Stack gap="lg">
      {error_message && (
        <Alert color={action.resolved_at === null ? 'red' : 'gray'} variant="light" title={error_code}>
          {translate(error_message)}
        </Alert>
      )}
      <Group gap="xs">
        {mayAct && status === 'failed' && action.resolved_at === null && (
          <>
            <Button disabled={!action.retryable} loading={retrying} onClick={() => onRetry(action)}>
              {texts.retry}
            </Button>
            {error_message && (
              <Button variant="default" onClick={() => onRetryAll(error_message)}>
                {texts.retryAll}
              </Button>
            )}
          </>
        )}
        {mayAct && action.cancellable && (
          <Button variant="default" onClick={() => onCancel(action)}>
            {texts.cancel}
          </Button>
        )}
        <OperatorCode call={() => ({ path: '/actions/show', query: { id: action.id } })} />
      </Group>
      <Facts
        facts={[
          [
            texts.status,
            <Status key="status" tone={STATUSES[status].tone} busy={status === 'running'}>
              {STATUSES[status].label}
            </Status>,
          ],
          [texts.instead, action.resolved_at === null ? action.retry : null],
          [
            texts.account,
            <Anchor
              key="account"
              renderRoot={(props) => <Link to={`/operator/customers/${action.account_id}`} {...props} />}
            >
              {action.account_name}
            </Anchor>,
          ],
          [texts.record, `${action.resource_type} ${action.resource_id}`],
          [texts.progress, status === 'running' ? `${action.progress} %` : null],
          [texts.created, <Moment key="created" at={action.created_at} exact />],
          [texts.started, action.started_at && <Moment key="started" at={action.started_at} exact />],
          [texts.waitingSince, action.waiting_since && <Moment key="waiting" at={action.waiting_since} exact />],
          [texts.finished, action.finished_at && <Moment key="finished" at={action.finished_at} exact />],
          [texts.resolved, action.resolved_at && <Moment key="resolved" at={action.resolved_at} exact />],
        ]}
      />
      <div>
        <Title order={3} mb="xs">
          {texts.calls}
        </Title>
        {action.calls.length === 0 ? <Text c="dimmed">{texts.noCalls}</Text> : <Calls calls={action.calls} />}
      </div>
      <div>
        <Title order={3} mb="xs">
          {texts.input}
        </Title>
        {action.input ? (
          <CodeBlock code={JSON.stringify(action.input, null, 2)} what={t`input`} />
        ) : (
          <Text c="dimmed">{texts.noInput}</Text>
        )}
      </div>
    </Stack>
  );
}

function Calls({ calls }: { calls: StaffAction['calls'] }) {
  return (
    <Table aria-label={texts.calls} fz="sm">
      <Table.Tbody>
        {calls.map(({ engine, operation, result, ms, message }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the calls have no other identity, and their order is fixed.
          <Table.Tr key={index}>
            <Table.Td>
              {engine}.{operation}
              {message && (
                <Text size="xs" c="dimmed">
                  {translate(message)}
                </Text>
              )}
            </Table.Td>
            <Table.Td w={130}>
              <Status tone={result === 'ok' ? 'good' : 'bad'}>{result}</Status>
            </Table.Td>
            <Table.Td w={90} ta="end">
              <Trans>{ms} ms</Trans>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

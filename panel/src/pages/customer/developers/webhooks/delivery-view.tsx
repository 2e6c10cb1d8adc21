import type { DeliveryAttempt, Webhook, WebhookDelivery } from '@hostler/sdk';
import { plural, t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Badge, Button, Group, Skeleton, Stack, Tabs, Text, Title } from '@mantine/core';
import { useClipboard } from '@mantine/hooks';
import { IconCheck, IconRefresh, IconTerminal2 } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { CodeBlock } from '#parts/code-block.tsx';
import { Copyable } from '#parts/copyable.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { Status } from '#parts/status.tsx';
import { useMay } from '#session/place-context.tsx';
import { AttemptList } from './attempt-list.tsx';
import { AttemptTiming } from './attempt-timing.tsx';
import { bodyOf, describeRequest, VERIFY_IN_SHELL, VERIFY_IN_TYPESCRIPT, writeCurl } from './delivery-request.ts';
import classes from './delivery-view.module.css';
import { explainAttempt } from './failing.ts';
import { useEventOf, useRedeliver } from './queries.ts';
import { DELIVERY_STATUSES, texts } from './texts.ts';

/** Shows request, response, timing and next attempt of a delivery. */
export function DeliveryView({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const [chosen, setChosen] = useState<number | null>(null);
  const attempt = delivery.attempts[chosen ?? delivery.attempts.length - 1];
  const { label, tone } = DELIVERY_STATUSES[delivery.status];
  return (
    <Stack gap="lg" className={classes.view}>
      <div>
        <Group justify="space-between" align="flex-start">
          <div>
            <Title order={2}>{delivery.event}</Title>
            <Group gap="md" mt={4} c="dimmed" fz="xs">
              <Status tone={tone}>{label}</Status>
              {delivery.is_test && (
                <Badge size="sm" color="gray">
                  {texts.testMark}
                </Badge>
              )}
              <span>
                <Trans>Event</Trans> <Copyable value={String(delivery.event_id)} what={t`event id`} />
              </span>
            </Group>
          </div>
          {!delivery.is_test && <DeliveryActions webhook={webhook} delivery={delivery} />}
        </Group>
        {delivery.next_attempt_at && (
          <Text size="sm" mt="xs">
            <Trans>
              Next attempt <Moment at={delivery.next_attempt_at} />
            </Trans>
          </Text>
        )}
      </div>
      {delivery.attempts.length > 0 && (
        <Section title={plural(delivery.attempts.length, { one: 'Attempt', other: 'Attempts' })}>
          <AttemptList attempts={delivery.attempts} chosen={attempt} onChoose={setChosen} />
        </Section>
      )}
      {attempt && <Answer attempt={attempt} />}
      {delivery.is_test ? <Note text={texts.testBody} /> : <Request delivery={delivery} attempt={attempt} />}
      <Section title={t`Verify the signature`}>
        <Tabs defaultValue="TypeScript" keepMounted={false}>
          <Tabs.List mb="sm">
            <Tabs.Tab value="TypeScript">
              <Trans>TypeScript</Trans>
            </Tabs.Tab>
            <Tabs.Tab value="Shell">
              <Trans>Shell</Trans>
            </Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="TypeScript">
            <CodeBlock code={VERIFY_IN_TYPESCRIPT} />
          </Tabs.Panel>
          <Tabs.Panel value="Shell">
            <Text size="sm" mb={6}>
              <Trans>
                Prints the expected X-Webhook-Signature. Save the raw request body in the file <code>body</code>.
              </Trans>
            </Text>
            <CodeBlock code={VERIFY_IN_SHELL} what={t`command`} />
          </Tabs.Panel>
        </Tabs>
      </Section>
    </Stack>
  );
}

function DeliveryActions({ webhook, delivery }: { webhook: Webhook; delivery: WebhookDelivery }) {
  const may = useMay();
  const redeliver = useRedeliver();
  const event = useEventOf(delivery.event_id);
  const { copied, copy } = useClipboard({ timeout: 1500 });
  return (
    <Group gap="xs">
      {event.data && (
        <Button
          variant="default"
          size="xs"
          leftSection={copied ? <IconCheck size={14} /> : <IconTerminal2 size={14} />}
          onClick={() => event.data && copy(writeCurl(webhook, delivery, event.data))}
        >
          {copied ? t`Copied` : texts.copyCurl}
        </Button>
      )}
      {may('webhooks.write') && (
        <Button
          variant="default"
          size="xs"
          leftSection={<IconRefresh size={14} />}
          loading={redeliver.isPending}
          onClick={() => redeliver.mutate({ id: delivery.id })}
        >
          {texts.redeliver}
        </Button>
      )}
      {redeliver.error ? <Failure error={redeliver.error} title={t`The delivery was not sent again`} /> : null}
    </Group>
  );
}

function Answer({ attempt }: { attempt: DeliveryAttempt }) {
  const trouble = explainAttempt(attempt);
  return (
    <Section title={t`Response`}>
      <Stack gap="sm">
        <AttemptTiming attempt={attempt} />
        {trouble && (
          <Alert color="red" variant="light" p="sm">
            {trouble.why} {trouble.todo}
          </Alert>
        )}
        {attempt.response ? (
          <CodeBlock code={attempt.response} what={t`answer`} />
        ) : (
          <Text size="sm" c="dimmed">
            {attempt.status_code === null
              ? t`No response.`
              : t`The response had no body, or its body is no longer stored.`}
          </Text>
        )}
      </Stack>
    </Section>
  );
}

function Request({ delivery, attempt }: { delivery: WebhookDelivery; attempt: DeliveryAttempt | undefined }) {
  const event = useEventOf(delivery.event_id);
  if (event.isPending) return <Skeleton height={180} />;
  if (event.error)
    return <Failure error={event.error} onRetry={() => void event.refetch()} retrying={event.isFetching} />;
  if (!event.data) return <Note text={texts.eventGone} />;
  const { headers } = describeRequest(delivery, event.data, attempt);
  return (
    <Section title={t`Request`}>
      <Stack gap="sm">
        <dl className={classes.headers}>
          {headers.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <CodeBlock code={JSON.stringify(JSON.parse(bodyOf(event.data)), null, 2)} what={t`body`} />
      </Stack>
    </Section>
  );
}

/** Says why there is no request to show. */
function Note({ text }: { text: string }) {
  return (
    <Section title={t`Request`}>
      <Text size="sm" c="dimmed">
        {text}
      </Text>
    </Section>
  );
}

function Section({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section>
      <Title order={3} mb="xs">
        {title}
      </Title>
      {children}
    </section>
  );
}

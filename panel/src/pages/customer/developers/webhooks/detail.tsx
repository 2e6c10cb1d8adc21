import type { Webhook } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Alert, Anchor, Stack, Tooltip } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { getRouteApi, Link } from '@tanstack/react-router';
import { NotFound } from '#app/not-found.tsx';
import { CopyButton } from '#parts/copyable.tsx';
import { Failure } from '#parts/failure.tsx';
import { Moment } from '#parts/moment.tsx';
import { PageTitle } from '#parts/page-title.tsx';
import { Sandbox } from '#parts/sandbox.ts';
import { readFailure } from '#requests/failure.ts';
import { Deliveries } from './deliveries.tsx';
import classes from './detail.module.css';
import { summariseEvents } from './events.ts';
import { explainTrouble } from './failing.ts';
import { useDeliveries, useWebhook } from './queries.ts';
import { texts } from './texts.ts';
import { WebhookActions } from './webhook-actions.tsx';
import { WebhookStatus } from './webhook-status.tsx';

const route = getRouteApi('/frame/developers/webhooks/$id');

export function WebhookPage() {
  const id = Number(route.useParams().id);
  const query = useWebhook(id);
  if (query.error && !query.data) {
    if (readFailure(query.error).code === 'NOT_FOUND') return <NotFound />;
    return <Failure error={query.error} retrying={query.isFetching} onRetry={() => void query.refetch()} />;
  }
  const webhook = query.data;
  return (
    <Sandbox value={false}>
      <Anchor component={Link} to="/developers/webhooks" size="sm" className={classes.back}>
        {texts.title}
      </Anchor>
      <PageTitle
        title={webhook?.url ?? t`Webhook ${id}`}
        beside={
          webhook && (
            <>
              <CopyButton value={webhook.url} what="URL" />
              <WebhookStatus webhook={webhook} />
            </>
          )
        }
        description={webhook && <WebhookFacts webhook={webhook} />}
      >
        {webhook && <WebhookActions webhook={webhook} />}
      </PageTitle>
      {webhook && (
        <Stack gap="lg">
          <Trouble webhook={webhook} />
          <Deliveries webhook={webhook} />
        </Stack>
      )}
    </Sandbox>
  );
}

function WebhookFacts({ webhook }: { webhook: Webhook }) {
  const { description, events, last_success_at, created_at } = webhook;
  return (
    <span className={classes.facts}>
      {description && <span className={classes.description}>{description}</span>}
      <Tooltip label={events.join(', ')} disabled={events.length === 1} multiline maw={360}>
        <span>{summariseEvents(events)}</span>
      </Tooltip>
      <span>
        <Trans>
          last success <Moment at={last_success_at} never={t`none yet`} />
        </Trans>
      </span>
      <span>
        <Trans>
          added <Moment at={created_at} />
        </Trans>
      </span>
    </span>
  );
}

/** Explains why the webhook fails and since when. */
function Trouble({ webhook }: { webhook: Webhook }) {
  const failing = webhook.failing_since !== null || webhook.status === 'disabled';
  const latest = useDeliveries(webhook.id, {});
  if (!failing) return null;
  const trouble = explainTrouble(webhook, latest.data?.data ?? []);
  const state = webhook.status === 'disabled' ? t`Disabled` : t`Failing`;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} />}
      title={
        webhook.failing_since ? (
          <Trans>
            {state} since <Moment at={webhook.failing_since} />
          </Trans>
        ) : (
          state
        )
      }
    >
      {trouble && `${trouble.why} ${trouble.todo} `}
      {webhook.status === 'disabled'
        ? t`Nothing is sent until you resume it. Waiting deliveries are then sent.`
        : t`Every delivery is attempted up to 10 times in about 3 days.`}
    </Alert>
  );
}

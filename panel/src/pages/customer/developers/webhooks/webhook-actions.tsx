import type { Webhook, WebhookTest, WebhookWithSecret } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import { ActionIcon, Button, Menu } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import {
  IconDots,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconRefresh,
  IconRotate,
  IconTrash,
} from '@tabler/icons-react';
import { useState } from 'react';
import { CodeCorner } from '#parts/code-corner.tsx';
import { Confirm } from '#parts/confirm.tsx';
import { formatDuration } from '#parts/numbers.ts';
import { useMay } from '#session/place-context.tsx';
import { EditWebhook } from './edit-webhook.tsx';
import { explainAttempt } from './failing.ts';
import { usePauseWebhook, useTestWebhook } from './queries.ts';
import { RedeliverFailed } from './redeliver-failed.tsx';
import { RemoveWebhook } from './remove-webhook.tsx';
import { RotateSecret } from './rotate-secret.tsx';
import { SecretMade } from './secret-made.tsx';
import { texts } from './texts.ts';

type Doing = 'edit' | 'rotate' | 'redeliver' | 'remove' | null;

/** Actions of a webhook; renders nothing without write permission. */
export function WebhookActions({ webhook }: { webhook: Webhook }) {
  const [doing, setDoing] = useState<Doing>(null);
  const [made, setMade] = useState<WebhookWithSecret | null>(null);
  const may = useMay();
  const stop = () => setDoing(null);
  if (!may('webhooks.write')) return null;
  return (
    <>
      <CodeCorner call={() => ({ operation: 'webhooks.test', input: { id: webhook.id } })} />
      <TestButton webhook={webhook} />
      <PauseButton webhook={webhook} />
      <Menu width={210}>
        <Menu.Target>
          <ActionIcon variant="default" size={36} aria-label={t`More actions`}>
            <IconDots size={18} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => setDoing('edit')}>
            {texts.edit}
          </Menu.Item>
          <Menu.Item leftSection={<IconRefresh size={16} />} onClick={() => setDoing('redeliver')}>
            {texts.redeliverFailed}
          </Menu.Item>
          <Menu.Item leftSection={<IconRotate size={16} />} onClick={() => setDoing('rotate')}>
            {texts.rotate}
          </Menu.Item>
          <Menu.Divider />
          <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={() => setDoing('remove')}>
            {texts.remove}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {doing === 'edit' && <EditWebhook webhook={webhook} onClose={stop} />}
      {doing === 'redeliver' && <RedeliverFailed webhook={webhook} onClose={stop} />}
      {doing === 'remove' && <RemoveWebhook webhook={webhook} onClose={stop} />}
      {doing === 'rotate' && (
        <RotateSecret
          webhook={webhook}
          onClose={stop}
          onRotated={(rotated) => {
            stop();
            setMade(rotated);
          }}
        />
      )}
      <SecretMade made={made} onClose={() => setMade(null)} />
    </>
  );
}

function TestButton({ webhook }: { webhook: Webhook }) {
  const test = useTestWebhook();
  return (
    <Button variant="default" loading={test.isPending} onClick={() => test.mutate(webhook.id, { onSuccess: tell })}>
      {texts.test}
    </Button>
  );
}

/** Shows the result of a test immediately. Its delivery is listed too. */
function tell(answer: WebhookTest): void {
  const trouble = explainAttempt(answer);
  notifications.show(
    trouble
      ? {
          color: 'red',
          title: t`The test event was not delivered`,
          message: `${trouble.why} ${trouble.todo}`,
          autoClose: 12_000,
        }
      : {
          color: 'green',
          title: t`The test event was delivered`,
          message: t`The receiver responded with ${answer.status_code ?? '–'} after ${formatDuration(answer.duration_ms)}.`,
        },
  );
}

function PauseButton({ webhook }: { webhook: Webhook }) {
  const pause = usePauseWebhook();
  const [isAsking, setAsking] = useState(false);
  const { id, url, status } = webhook;
  const isActive = status === 'active';
  return (
    <>
      <Button
        variant="default"
        loading={pause.isPending}
        leftSection={isActive ? <IconPlayerPause size={16} /> : <IconPlayerPlay size={16} />}
        onClick={() => (isActive ? setAsking(true) : pause.mutate({ id, status: 'active' }))}
      >
        {isActive ? texts.pause : texts.resume}
      </Button>
      <Confirm
        opened={isAsking}
        title={texts.pauseTitle(url)}
        text={texts.pauseHint}
        action={texts.pause}
        pending={pause.isPending}
        onClose={() => setAsking(false)}
        onConfirm={() => pause.mutate({ id, status: 'paused' }, { onSettled: () => setAsking(false) })}
      />
    </>
  );
}

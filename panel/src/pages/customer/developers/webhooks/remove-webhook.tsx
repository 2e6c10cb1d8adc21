import type { Webhook } from '@hostler/sdk';
import { useNavigate } from '@tanstack/react-router';
import { ConfirmByName } from '#parts/confirm-by-name.tsx';
import { useRemoveWebhook } from './queries.ts';
import { texts } from './texts.ts';

export function RemoveWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const remove = useRemoveWebhook();
  const navigate = useNavigate();
  return (
    <ConfirmByName
      opened
      title={texts.remove}
      name={hostOf(webhook.url)}
      action={texts.remove}
      pending={remove.isPending}
      error={remove.error}
      onClose={onClose}
      onConfirm={() =>
        remove.mutate(webhook.id, { onSuccess: () => void navigate({ to: '/developers/webhooks', replace: true }) })
      }
    >
      {texts.removeText}
    </ConfirmByName>
  );
}

/** Returns the host, which is shorter to type for confirmation than the URL. */
function hostOf(url: string): string {
  return URL.parse(url)?.host ?? url;
}

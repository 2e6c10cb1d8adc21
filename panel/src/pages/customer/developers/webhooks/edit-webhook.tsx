import type { Webhook, WebhooksUpdateInput } from '@hostler/sdk';
import { Modal } from '#parts/dialog.tsx';
import { useUpdateWebhook } from './queries.ts';
import { texts } from './texts.ts';
import { toInput, WebhookForm } from './webhook-form.tsx';

export function EditWebhook({ webhook, onClose }: { webhook: Webhook; onClose: () => void }) {
  const update = useUpdateWebhook();
  const { id, url, description, events } = webhook;
  return (
    <Modal opened onClose={onClose} title={texts.edit} size="lg">
      <WebhookForm
        initial={{ url, description: description ?? '', events: [...events] }}
        submit={texts.save}
        pending={update.isPending}
        onCancel={onClose}
        onSubmit={(fields, onError) =>
          update.mutate({ id, ...toInput(fields) } as WebhooksUpdateInput, { onSuccess: onClose, onError })
        }
        call={(fields) => ({ operation: 'webhooks.update', input: { id, ...toInput(fields) } })}
      />
    </Modal>
  );
}

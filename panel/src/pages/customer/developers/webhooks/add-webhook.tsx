import type { WebhooksCreateInput, WebhookWithSecret } from '@hostler/sdk';
import { Modal } from '#parts/dialog.tsx';
import { useAddWebhook } from './queries.ts';
import { texts } from './texts.ts';
import { toInput, WebhookForm } from './webhook-form.tsx';

interface AddWebhookProps {
  readonly opened: boolean;
  readonly onClose: () => void;
  readonly onAdded: (webhook: WebhookWithSecret) => void;
}

export function AddWebhook({ opened, onClose, onAdded }: AddWebhookProps) {
  const add = useAddWebhook();
  return (
    <Modal opened={opened} onClose={onClose} title={texts.add} size="lg">
      <WebhookForm
        initial={{ url: '', description: '', events: [] }}
        submit={texts.submit}
        pending={add.isPending}
        onCancel={onClose}
        onSubmit={(fields, onError) =>
          add.mutate(toInput(fields) as WebhooksCreateInput, { onSuccess: onAdded, onError })
        }
        call={(fields) => ({ operation: 'webhooks.create', input: toInput(fields) })}
      />
    </Modal>
  );
}

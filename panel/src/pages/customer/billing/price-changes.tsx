import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { usePanelMutation, usePanelQuery } from '../../../api/queries.ts';
import { formatMoney } from '../../../parts/numbers.ts';
import { Day } from '../../../resources/billing/day.tsx';
import { texts } from '../../../resources/billing/texts.ts';
import type { PriceChange } from '../../../session/generated/types.gen.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { useMay } from '../../../session/place-context.tsx';

/** Lists announced price changes. Consumers agree here; businesses see their cancellation deadline. */
export function PriceChanges() {
  const may = useMay();
  const { data } = usePanelQuery(['billing', 'price-changes'], (accountId, signal) =>
    panelApi.get<readonly PriceChange[]>('/billing/price-changes', { account_id: accountId }, { signal }),
  );
  const agree = usePanelMutation(
    (accountId, id: number) => panelApi.post('/billing/price-changes/agree', { account_id: accountId, id }),
    { touches: ['billing', 'subscriptions', 'audit'] },
  );
  if (!data || data.length === 0) return null;
  return (
    <Stack gap="sm">
      {data.map((change) => (
        <Alert key={change.id} color="brand" variant="light" title={texts.newPrice(change.subscription)}>
          <Group justify="space-between" align="flex-end">
            <div>
              <Text>
                <Day
                  at={change.effective_at}
                  say={texts.priceFrom(
                    formatMoney(change.old_price, change.currency),
                    formatMoney(change.new_price, change.currency),
                  )}
                />
              </Text>
              <Text size="sm">{explain(change)}</Text>
            </div>
            {change.needs_consent && change.agreed_at === null && may('billing.write') && (
              <Button size="xs" loading={agree.isPending} onClick={() => agree.mutate(change.id)}>
                {texts.agree}
              </Button>
            )}
          </Group>
        </Alert>
      ))}
    </Stack>
  );
}

function explain({ needs_consent, without_consent, agreed_at }: PriceChange): string {
  if (!needs_consent) return texts.mayCancel;
  if (agreed_at !== null) return texts.agreed;
  return without_consent === 'keep' ? texts.keepsPrice : texts.endsWithout;
}

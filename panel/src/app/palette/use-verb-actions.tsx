import type { Hosting } from '@hostler/sdk';
import { t } from '@lingui/core/macro';
import type { SpotlightActionData } from '@mantine/spotlight';
import { IconCreditCard, IconPlayerPlay, IconPlayerStop, IconRefresh } from '@tabler/icons-react';
import { useApiQuery } from '../../api/queries.ts';
import { formatMoney } from '../../parts/numbers.ts';
import { useDue } from '../../resources/billing/queries.ts';
import { allows } from '../../resources/servers/power.ts';
import type { PowerVerb } from '../../resources/servers/queries.ts';
import { POWER, STATUSES } from '../../resources/servers/texts.ts';
import { useMay, usePlace } from '../../session/place-context.tsx';
import type { AskedVerb } from './verbs.ts';

const MOST = 5;
const ICONS = { restart: IconRefresh, start: IconPlayerPlay, stop: IconPlayerStop };

interface VerbActions {
  readonly actions: SpotlightActionData[];
  readonly searching: boolean;
}

interface Handlers {
  readonly onPower: (verb: PowerVerb, server: Hosting) => void;
  readonly onGo: (to: string) => void;
}

function describe({ status }: Hosting): string {
  const { label } = STATUSES[status];
  return t`Server, ${label}`;
}

/** Returns the actions for a typed verb: one per server that it can be applied to, or per invoice that is due. */
export function useVerbActions(asked: AskedVerb | null, { onPower, onGo }: Handlers): VerbActions {
  const may = useMay();
  const { place } = usePlace();
  const power = asked && asked.verb !== 'pay' && may('hosting.write') ? asked.verb : null;
  // A payment is real: the sandbox has none.
  const pays = asked?.verb === 'pay' && may('billing.write') && place.environment === 'live';
  const name = asked?.name ?? '';
  const servers = useApiQuery(
    ['hosting', 'palette-verb', name],
    async (api, signal) => api.hosting.list({ search: name || undefined, per_page: 4 * MOST }, { signal }),
    { enabled: power !== null },
  );
  const due = useDue(pays);
  if (power) {
    const Icon = ICONS[power];
    const able = servers.data?.data.filter(({ status }) => allows(status, power)).slice(0, MOST) ?? [];
    return {
      searching: servers.isFetching,
      actions: able.map((server) => ({
        id: `${power}-${server.id}`,
        label: `${POWER[power].label} ${server.hostname}`,
        description: describe(server),
        leftSection: <Icon size={18} stroke={1.6} />,
        onClick: () => onPower(power, server),
      })),
    };
  }
  const wanted = name.toLowerCase();
  const invoices = pays ? (due.data?.invoices.filter(({ number }) => number.toLowerCase().includes(wanted)) ?? []) : [];
  return {
    searching: pays && due.isFetching,
    actions: invoices.slice(0, MOST).map(({ id, number, amount_due, currency }) => ({
      id: `pay-${id}`,
      label: t`Pay invoice ${number}`,
      description: formatMoney(amount_due, currency),
      leftSection: <IconCreditCard size={18} stroke={1.6} />,
      // The page of the invoice asks how to pay.
      onClick: () => onGo(`/billing?invoice=${id}`),
    })),
  };
}

import { useCallback, useEffect, useRef, useState } from 'react';
import { apiOf } from '../../../api/client.ts';
import { readFailure } from '../../../requests/failure.ts';
import { usePlace } from '../../../session/place-context.tsx';
import { type Outcome, payEach } from './pay-each.ts';
import { usePay } from './queries.ts';

const PAUSE_MS = 1000;

/** Charges invoices one after another. After the dialog is closed, no further charge is started. */
export function usePayEach() {
  const { place } = usePlace();
  const { mutateAsync } = usePay();
  const [outcomes, setOutcomes] = useState<ReadonlyMap<number, Outcome>>(new Map());
  const [isPaying, setPaying] = useState(false);
  // State changes only with the next render; a second click may come before.
  const isBusy = useRef(false);
  const isClosed = useRef(false);
  useEffect(() => {
    isClosed.current = false;
    return () => {
      isClosed.current = true;
    };
  }, []);
  const pay = useCallback(
    async (invoiceIds: readonly number[], method: { method_id?: number; driver?: string }) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setPaying(true);
      setOutcomes((before) => new Map([...before].filter(([, { status }]) => status !== 'failed')));
      const api = apiOf(place);
      await payEach(
        invoiceIds,
        {
          start: async (id) => (await mutateAsync({ invoice_id: id, ...method, return_path: '/billing' })).payment,
          listPayments: async () => (await api.billing.payments.list({ per_page: 100 })).data,
          showInvoice: (id) => api.billing.invoices.show({ id }),
          describe: (error) => readFailure(error).message,
          pause: () => new Promise((go) => setTimeout(go, PAUSE_MS)),
        },
        (id, outcome) => setOutcomes((before) => new Map(before).set(id, outcome)),
        () => isClosed.current,
      );
      isBusy.current = false;
      setPaying(false);
    },
    [place, mutateAsync],
  );
  return { outcomes, isPaying, pay };
}

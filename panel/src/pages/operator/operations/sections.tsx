import { MACHINES, MONEY_READERS, RETRIERS, useHasRole } from '#operator/me.ts';
import { TabLinks } from '#parts/tab-links.tsx';
import { texts } from './texts.ts';

/** Tabs of the pages under Operations that the staff member may read. */
export function OperationsSections() {
  const has = useHasRole();
  return (
    <TabLinks
      label={texts.tabs}
      tabs={[
        { label: texts.overview, link: { to: '/operator/operations' } },
        { label: texts.actions, link: { to: '/operator/operations/actions' } },
        has(RETRIERS) && { label: texts.failures, link: { to: '/operator/operations/failures' } },
        has(MONEY_READERS) && { label: texts.mails, link: { to: '/operator/operations/mails' } },
        { label: texts.webhooks, link: { to: '/operator/operations/webhooks' } },
        has(MACHINES) && { label: texts.engines, link: { to: '/operator/operations/engines' } },
      ]}
    />
  );
}

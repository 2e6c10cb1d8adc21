import type {
  EmailsCreateInput,
  EmailsDomainsListInput,
  EmailsListInput,
  EmailsUpdateInput,
  MailboxWithPassword,
} from '@hostler/sdk';
import { useApiList } from '../../../api/lists.ts';
import { useApiMutation, useApiQuery } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';
import { useMay } from '../../../session/place-context.tsx';

/** Domains are refetched too, because they show their number of mailboxes. */
const touches = ['emails', 'domains'];
const onError = () => undefined;
const MOST_DOMAINS = 100;

interface MailboxFilters extends ListSearch {
  readonly status?: string;
  readonly domain?: string;
}

export function useMailboxes({ domain, ...filters }: MailboxFilters) {
  const input = { ...filters, ...(domain !== undefined && { domain_id: Number(domain) }) } as EmailsListInput;
  return useApiList(['emails', 'list'], input, (api, asked, options) => api.emails.list(asked, options));
}

export function useMailDomains(filters: ListSearch & { status?: string }) {
  return useApiList(['emails', 'domains'], filters as EmailsDomainsListInput, (api, input, options) =>
    api.emails.domains.list(input, options),
  );
}

/** Loads the first 100 mail domains, for selection and for the settings of a mailbox. */
export function useAllMailDomains() {
  return useMailDomains({ per_page: MOST_DOMAINS } as ListSearch);
}

export function useMailDomain(id: number) {
  return useApiQuery(['emails', 'domain', id], async (api, signal) => {
    for await (const domain of api.emails.domains.list({ per_page: MOST_DOMAINS }, { signal })) {
      if (domain.domain_id === id) return domain;
    }
    return null;
  });
}

export function useVerifyDomain() {
  return useApiMutation((api, domain_id: number) => api.emails.domains.verify({ domain_id }), { touches });
}

/** Searches domains to choose from; empty without permission to read domains. */
export function useDomainChoice(search: string) {
  const enabled = useMay()('domains.read');
  return useApiQuery(
    ['domains', 'choice', search],
    async (api, signal) => api.domains.list({ search: search || undefined, per_page: 50 }, { signal }),
    { keepPrevious: true, enabled },
  );
}

export function useCreateMailbox() {
  return useApiMutation((api, input: EmailsCreateInput) => api.emails.create(input), { touches, onError });
}

export function useUpdateMailbox() {
  return useApiMutation((api, input: EmailsUpdateInput) => api.emails.update(input), { touches, onError });
}

/** Suspends or resumes a mailbox. Errors are shown as a notification because there is no form. */
export function useSuspendMailbox() {
  return useApiMutation(
    (api, { id, status }: { readonly id: number; readonly status: 'active' | 'suspended' }) =>
      api.emails.update({ id, status }),
    { touches },
  );
}

/** Sets a password. `onSet` is called even if the form was closed, because the old password no longer works. */
export function useSetPassword(onSet: (mailbox: MailboxWithPassword) => void) {
  return useApiMutation(
    (api, input: { readonly id: number; readonly password?: string }) => api.emails.password(input),
    { touches, onSuccess: onSet, onError },
  );
}

export function useRemoveMailbox() {
  return useApiMutation((api, id: number) => api.emails.remove({ id }), { touches, onError });
}

import { useApiQuery } from '../../../api/queries.ts';

/** Returns true if the account has used its trial, which is granted once. */
export function useHadTrial(): boolean {
  const { data } = useApiQuery(['subscriptions', 'trials'], async (api, signal) => {
    for await (const { trial_ends_at } of api.subscriptions.list({ per_page: 100 }, { signal })) {
      if (trial_ends_at !== null) return true;
    }
    return false;
  });
  return data ?? false;
}

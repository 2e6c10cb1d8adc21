import type { BackupsSchedulesCreateInput, BackupsSchedulesListInput, BackupsSchedulesUpdateInput } from '@hostler/sdk';
import { useApiList } from '../../../api/lists.ts';
import { useApiMutation } from '../../../api/queries.ts';
import type { ListSearch } from '../../../parts/list-search.ts';

interface ScheduleFilters extends ListSearch {
  readonly status?: string;
  readonly hosting_id?: number;
}

const touches = ['backups'];
const onError = () => undefined;

export function useSchedules(filters: ScheduleFilters) {
  return useApiList(['backups', 'schedules'], filters as BackupsSchedulesListInput, (api, input, options) =>
    api.backups.schedules.list(input, options),
  );
}

/** Updates the schedule with this id, or creates a new one. */
export function useSaveSchedule(id: number | undefined) {
  return useApiMutation(
    (api, input: BackupsSchedulesCreateInput) =>
      id === undefined ? api.backups.schedules.create(input) : api.backups.schedules.update({ id, ...input }),
    { touches, onError },
  );
}

/** Pauses or resumes a schedule. Errors are shown as a notification because there is no form. */
export function usePauseSchedule() {
  return useApiMutation(
    (api, input: Pick<BackupsSchedulesUpdateInput, 'id' | 'status'>) => api.backups.schedules.update(input),
    { touches },
  );
}

export function useRemoveSchedule() {
  return useApiMutation((api, id: number) => api.backups.schedules.remove({ id }), { touches, onError });
}

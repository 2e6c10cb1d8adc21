import { usePanelMutation, usePanelQuery } from '#api/queries.ts';
import type { Device } from '#session/generated/types.gen.ts';
import { panelApi } from '#session/panel-api.ts';
import type { KeyInput } from '../keys/queries.ts';

export type { Device };

/** Finds the program that shows this code. It is asked once: every wrong code counts. */
export function useDevice(code: string | undefined) {
  return usePanelQuery<Device>(
    ['device', code],
    (_account, signal) => panelApi.post<Device>('/keys/device/show', { code }, { signal }),
    { enabled: code !== undefined, staleTime: 'static' },
  );
}

export function useApprove(code: string) {
  return usePanelMutation(
    (accountId, input: KeyInput) =>
      panelApi.post<Device>('/keys/device/approve', { account_id: accountId, code, ...input }),
    { touches: ['keys'], onError: () => undefined },
  );
}

export function useDeny(code: string) {
  return usePanelMutation((_account, _: undefined) => panelApi.post<Device>('/keys/device/deny', { code }), {
    touches: [],
    onError: () => undefined,
  });
}

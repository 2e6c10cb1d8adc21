import type { PanelCaller } from '#kernel/http/caller.ts';
import { custom, inAccount, type Route } from '#kernel/http/route.ts';
import { ApproveRequest, CodeRequest, Device } from './schemas.ts';
import type { DeviceRequestService } from './service.ts';
import { viewDevice } from './view.ts';

export function devicePanelRoutes(requests: DeviceRequestService): Route<PanelCaller>[] {
  return [
    custom({
      method: 'POST',
      path: '/keys/device/show',
      access: 'any-credential',
      changesNothing: true,
      summary: 'Get a request for an API key',
      description:
        'Returns the program that shows this code and requests an API key. After 5 wrong codes, further attempts must wait, longer each time.',
      body: CodeRequest,
      data: Device,
      errors: ['NOT_FOUND'],
      async handle({ caller, body }, { inTurn }) {
        return viewDevice(await requests.find(caller, body.code, inTurn));
      },
    }),
    inAccount(
      custom({
        method: 'POST',
        path: '/keys/device/approve',
        access: 'keys',
        confirmed: true,
        summary: 'Approve a request for an API key',
        description:
          'Approves a request for an API key. The key is created when the program collects it, within 10 minutes of its request, and belongs to you.',
        body: ApproveRequest,
        data: Device,
        errors: ['NOT_FOUND', 'CONFLICT', 'INVALID_SCOPES', 'ENVIRONMENT_MISMATCH'],
        async handle({ caller, body }, { inTurn }) {
          // Without the fields that say where the key goes.
          const { code, account_id: _, ...settings } = body as typeof body & { account_id: number };
          return viewDevice(await requests.approve(caller, code, settings, inTurn));
        },
      }),
    ),
    custom({
      method: 'POST',
      path: '/keys/device/deny',
      access: 'any-credential',
      summary: 'Deny a request for an API key',
      description: 'Denies a request for an API key. The program is told.',
      body: CodeRequest,
      data: Device,
      errors: ['NOT_FOUND', 'CONFLICT'],
      async handle({ caller, body }, { inTurn }) {
        return viewDevice(await requests.deny(caller, body.code, inTurn));
      },
    }),
  ];
}

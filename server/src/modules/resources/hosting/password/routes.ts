import type { VpsDriver } from '#engines/vps/driver.ts';
import { command, type Route } from '#kernel/http/route.ts';
import { viewQueued } from '../view.ts';
import { HostingWithPassword } from './schemas.ts';
import type { PasswordService } from './service.ts';

export function passwordRoutes(passwords: PasswordService, vps: Pick<VpsDriver, 'capabilities'>): Route[] {
  return [
    command({
      path: '/hosting/password',
      access: 'hosting.console',
      summary: 'Reset the root password of a VPS',
      description:
        'Generates a password and sets it for root inside a running VPS. The password is returned once and cannot be read again; it is valid when the action has succeeded. Many systems accept passwords at the console only, not by SSH. If the VPS is not running or another action is in progress, the error is `CONFLICT`.',
      status: 202,
      message: 'Password reset queued.',
      id: { aliases: ['hosting_id'], description: 'Identifier of the VPS.' },
      data: HostingWithPassword,
      secret: true,
      errors: ['CONFLICT', 'QUOTA_EXCEEDED'],
      *handle({ caller, id, now }) {
        const { password, ...queued } = yield* passwords.reset(caller.account.id, id, now);
        return { ...viewQueued(queued, vps), password };
      },
    }),
  ];
}

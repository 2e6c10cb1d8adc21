import type { Page } from 'playwright-core';
import type { WindowOptions } from '../../../testing/browser/browser.ts';
import type { Login } from '../../../testing/browser/panel.ts';
import type { Journey } from '../journey.ts';

const PASSWORD = 'a long enough password';

/**
 * Opens the console as staff of a role. The demo server of the journey requires no second factor from this machine.
 * Staff are created once per role and journey, so that tests of a file share one server.
 */
export async function arriveAsStaff(
  journey: Journey,
  role = 'owner',
  path = '/operator',
  look: WindowOptions = {},
): Promise<Page> {
  return journey.arrive(path, await staffOf(journey, role), look);
}

const known = new WeakMap<Journey, Map<string, Login>>();

/** Returns the login of a staff member with these roles, such as `support` or `billing,technician`. */
export async function staffOf(journey: Journey, role: string): Promise<Login> {
  const logins = known.get(journey) ?? new Map<string, Login>();
  known.set(journey, logins);
  const found = logins.get(role);
  if (found) return found;
  const login = { email: `${role.replaceAll(',', '-')}@staff.example`, password: PASSWORD };
  await journey.panel.command(
    ...['operator', 'create', '--email', login.email, '--name', `Sam ${role}`, '--role', role],
    ...['--password', login.password],
  );
  logins.set(role, login);
  return login;
}

import { t } from '@lingui/core/macro';

/** Texts that say how to begin with a new server. */
export const readyTexts = {
  logIn: t`Log in`,
  withKey: t`Log in with your SSH key, or open the console in the browser.`,
  withPassword: t`Get a root password, then log in. Some systems accept it in the console only, not by SSH.`,
  withoutKey: t`The server has no SSH key. Get a root password, or add a key.`,
  addKey: t`Add an SSH key`,
  getPassword: t`Show one-time root password`,
  passwordHint: t`It is generated now and replaces an earlier one.`,
  notSet: t`The password was not set`,
  secret: t`Root password`,
  whenLost: t`If you lose it, get a new one.`,
  worksSoon: t`It works in a few seconds:`,
  nextSteps: t`Next steps`,
  domain: t`Point a domain`,
  domainText: t`Its address records follow the server.`,
  firewall: t`Set a firewall`,
  firewallText: t`Allow SSH and the web, and block the rest.`,
  backup: t`Take a backup`,
  backupText: t`Now, or every night by a schedule.`,
} as const;

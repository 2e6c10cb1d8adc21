import { t } from '@lingui/core/macro';

export const texts = {
  fromAccount: t`SSH keys of the account`,
  chooseHint: t`Owners of the chosen keys can log in as root.`,
  save: t`Save to the account`,
  saveNew: t`Save new keys to the account`,
  notSaved: t`The keys were not saved`,
  saved: t`The keys are kept in the account.`,
  simulated: t`The sandbox accepted the keys. Nothing was saved.`,
};

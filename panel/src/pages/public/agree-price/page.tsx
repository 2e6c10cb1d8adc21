import { t } from '@lingui/core/macro';
import { LinkPage } from '../../../app/link-page.tsx';

const words = {
  tab: t`Agree to a new price`,
  title: t`Agree to the new price`,
  text: t`The e-mail with this link lists your subscriptions, their new prices and the date. Press the button to agree to all of them.`,
  button: t`Agree`,
  doneTitle: t`You have agreed`,
  done: t`The new price applies from the period stated in the e-mail. You can cancel until then.`,
  failed: t`Your agreement was not saved`,
  gone: t`Sign in and check Billing.`,
};

export function AgreePricePage() {
  return <LinkPage path="/price-changes/agree" words={words} />;
}

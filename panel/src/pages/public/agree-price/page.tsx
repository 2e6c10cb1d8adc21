import { LinkPage } from '../../../app/link-page.tsx';

const words = {
  tab: 'Agree to a new price',
  title: 'Agree to the new price',
  text: 'The e-mail with this link lists your subscriptions, their new prices and the date. Press the button to agree to all of them.',
  button: 'Agree',
  doneTitle: 'You have agreed',
  done: 'The new price applies from the period stated in the e-mail. You can cancel until then.',
  failed: 'Your agreement was not saved',
  gone: 'Sign in and check Billing.',
};

export function AgreePricePage() {
  return <LinkPage path="/price-changes/agree" words={words} />;
}

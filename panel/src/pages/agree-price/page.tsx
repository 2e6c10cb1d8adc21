import { LinkPage } from '../../app/link-page.tsx';

const words = {
  tab: 'Agree to a new price · Hostler',
  title: 'Agree to the new price',
  text: 'The mail with this link names your subscriptions, their new prices and the day. Press the button to agree to all of them.',
  button: 'Agree',
  doneTitle: 'You have agreed',
  done: 'The new price applies from the period that the mail names. You can cancel until then.',
  failed: 'Nothing was changed',
  gone: 'Sign in and look under Billing.',
};

export function AgreePricePage() {
  return <LinkPage path="/price-changes/agree" words={words} />;
}

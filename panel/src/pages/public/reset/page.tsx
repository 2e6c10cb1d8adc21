import { useTabTitle } from '../../../parts/tab-title.ts';
import { useLinkToken } from '../../../session/link-token.ts';
import { ChooseForm } from './choose-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { texts } from './texts.ts';

/** Chooses a new password with the link from the e-mail; without it, requests the link. */
export function ResetPage() {
  useTabTitle(texts.tab);
  const token = useLinkToken();
  return token ? <ChooseForm token={token} /> : <ForgotForm />;
}

import { useDocumentTitle } from '@mantine/hooks';
import { useLinkToken } from '../../session/link-token.ts';
import { ChooseForm } from './choose-form.tsx';
import { ForgotForm } from './forgot-form.tsx';
import { texts } from './texts.ts';

/** With the link from the mail a new password is chosen, without it the link is asked for. */
export function ResetPage() {
  useDocumentTitle(texts.tab);
  const token = useLinkToken();
  return token ? <ChooseForm token={token} /> : <ForgotForm />;
}

import { LinkPage } from '../../../app/link-page.tsx';
import { texts } from './texts.ts';

export function ConfirmEmailPage() {
  return <LinkPage path="/security/email/confirm" words={texts.confirm} />;
}

export function UndoEmailPage() {
  return <LinkPage path="/security/email/undo" words={texts.undo} />;
}

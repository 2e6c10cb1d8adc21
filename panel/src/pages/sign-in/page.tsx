import { useDocumentTitle } from '@mantine/hooks';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { DoorPage } from '../../app/door-page.tsx';
import { beginSession } from '../../session/current.ts';
import { SignInForm } from '../../session/sign-in-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-in');

export function SignInPage() {
  useDocumentTitle(texts.title);
  const { next } = route.useSearch();
  const router = useRouter();
  return (
    <DoorPage title={texts.heading}>
      <SignInForm
        onSignedIn={async (signedIn) => {
          await beginSession(signedIn);
          router.history.push(next ?? '/');
        }}
      />
    </DoorPage>
  );
}

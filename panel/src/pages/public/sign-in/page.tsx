import { Anchor, Text } from '@mantine/core';
import { getRouteApi, Link, useRouter } from '@tanstack/react-router';
import { PublicPage } from '../../../app/public-page.tsx';
import { useShopSettings } from '../../../app/shop-settings.ts';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { beginSession, findPageAfterSignIn } from '../../../session/current.ts';
import { SignInForm } from '../../../session/sign-in-form.tsx';
import { texts } from './texts.ts';

const route = getRouteApi('/sign-in');

/** Link to sign-up, if it is open. */
function SignUpOffer() {
  const settings = useShopSettings();
  if (!settings || settings.signup === 'closed') return null;
  return (
    <Text size="sm" ta="center" mt="md">
      {texts.noAccount}{' '}
      <Anchor component={Link} to="/sign-up" inherit underline="always">
        {texts.signUp}
      </Anchor>
    </Text>
  );
}

export function SignInPage() {
  useTabTitle(texts.title);
  const { next } = route.useSearch();
  const router = useRouter();
  return (
    <PublicPage title={texts.heading}>
      <SignInForm
        onSignedIn={async (signedIn) => {
          await beginSession(signedIn);
          router.history.push(findPageAfterSignIn(next));
        }}
      />
      <SignUpOffer />
    </PublicPage>
  );
}

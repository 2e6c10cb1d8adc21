import { Button, PasswordInput, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { NO_TOKEN, tellGone } from '../../../app/link-page.tsx';
import { PublicPage } from '../../../app/public-page.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { readFailure } from '../../../requests/failure.ts';
import { beginSession } from '../../../session/current.ts';
import type { SignedUp } from '../../../session/generated/types.gen.ts';
import { useLinkToken } from '../../../session/link-token.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { texts } from './texts.ts';

const words = texts.confirm;

/**
 * Target of the confirmation link: creates the account and signs in. In another browser it also asks for the password.
 */
export function ConfirmSignUpPage() {
  useTabTitle(words.tab);
  const token = useLinkToken();
  const [password, setPassword] = useState('');
  const confirm = useMutation({
    mutationFn: async () => {
      const body = { token, ...(password === '' ? {} : { password }) };
      const signedUp = await panelApi.post<SignedUp>('/sign-up/confirm', body, { withoutGates: true });
      await beginSession(signedUp);
      // Load a new page, without the token in its address.
      if (!signedUp.waiting) {
        window.location.replace(signedUp.plan ? `/order/${encodeURIComponent(signedUp.plan)}` : '/order');
      }
      return signedUp;
    },
    onError: () => undefined,
  });
  if (confirm.data?.waiting) {
    return (
      <PublicPage title={words.reviewTitle}>
        <Stack>
          <Text>{words.review}</Text>
          <Button component="a" href="/">
            {words.toPanel}
          </Button>
        </Stack>
      </PublicPage>
    );
  }
  const wrong = confirm.error && readFailure(confirm.error).details.find(({ field }) => field === 'password');
  const asksPassword = wrong !== null && wrong !== undefined;
  return (
    <PublicPage title={words.title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          confirm.mutate();
        }}
      >
        <Stack>
          <Text>{token ? words.text : NO_TOKEN}</Text>
          {(asksPassword || password !== '') && (
            <PasswordInput
              label={texts.password}
              description={words.passwordHint}
              autoComplete="current-password"
              autoFocus
              value={password}
              error={password !== '' && wrong && words.wrongPassword}
              onChange={({ currentTarget }) => setPassword(currentTarget.value)}
            />
          )}
          {confirm.error && !asksPassword && (
            <Failure error={confirm.error} title={words.failed} text={tellGone(confirm.error, words.gone)} />
          )}
          <Button type="submit" disabled={!token} loading={confirm.isPending || confirm.isSuccess}>
            {words.button}
          </Button>
        </Stack>
      </form>
    </PublicPage>
  );
}

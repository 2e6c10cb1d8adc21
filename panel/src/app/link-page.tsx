import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { Button, Stack, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { Failure } from '../parts/failure.tsx';
import { useTabTitle } from '../parts/tab-title.ts';
import { readFailure } from '../requests/failure.ts';
import { useLinkToken } from '../session/link-token.ts';
import { panelApi } from '../session/panel-api.ts';
import { PublicPage } from './public-page.tsx';

export interface LinkWords {
  readonly tab: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly failed: string;
  /** Tells the reader what to do if the link is expired or used. */
  readonly gone: string;
}

/** Shown if a mail program has truncated the link. */
export const NO_TOKEN = t`The link is incomplete. Open it again from the e-mail, or copy all of it.`;

/** Returns the message for a used or expired link, which the server reports as NOT_FOUND. */
export function tellGone(error: unknown, gone: string): string | undefined {
  return readFailure(error).code === 'NOT_FOUND' ? t`The link was already used or has expired. ${gone}` : undefined;
}

/** Page of a link from an e-mail. It acts only when the button is pressed, because mail scanners open links too. */
export function LinkPage({ path, words }: { path: string; words: LinkWords }) {
  useTabTitle(words.tab);
  const token = useLinkToken();
  const use = useMutation({
    mutationFn: () => panelApi.post(path, { token }, { withoutGates: true }),
    onError: () => undefined,
  });
  return (
    <PublicPage title={use.isSuccess ? words.doneTitle : words.title}>
      <Stack>
        <Text>{use.isSuccess ? words.done : token ? words.text : NO_TOKEN}</Text>
        {use.error && <Failure error={use.error} title={words.failed} text={tellGone(use.error, words.gone)} />}
        {use.isSuccess ? (
          // Load a new page: the session may have ended.
          <Button component="a" href="/">
            <Trans>Go to the panel</Trans>
          </Button>
        ) : (
          <Button disabled={!token} loading={use.isPending} onClick={() => use.mutate()}>
            {words.button}
          </Button>
        )}
      </Stack>
    </PublicPage>
  );
}

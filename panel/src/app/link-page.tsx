import { Button, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { readFailure } from '../api/failure.ts';
import { Failure } from '../parts/failure.tsx';
import { door } from '../session/door.ts';
import { useLinkToken } from '../session/link-token.ts';
import { DoorPage } from './door-page.tsx';

export interface LinkWords {
  readonly tab: string;
  readonly title: string;
  readonly text: string;
  readonly button: string;
  readonly doneTitle: string;
  readonly done: string;
  readonly failed: string;
  /** What to do with a link that does nothing any more. */
  readonly gone: string;
}

/** Of a link that was cut in two by a mail program. */
export const NO_TOKEN = 'The link is incomplete. Open it again from the e-mail, or copy all of it.';

/** A link that was used, or is too old, is not known any more; the words say what to do then. */
export function tellGone(error: unknown, gone: string): string | undefined {
  return readFailure(error).code === 'NOT_FOUND' ? `The link was already used or has expired. ${gone}` : undefined;
}

/** A link from a mail does nothing until a button is pressed: programs that look into mails open links too. */
export function LinkPage({ path, words }: { path: string; words: LinkWords }) {
  useDocumentTitle(words.tab);
  const token = useLinkToken();
  const use = useMutation({
    mutationFn: () => door.post(path, { token }, { withoutGates: true }),
    onError: () => undefined,
  });
  return (
    <DoorPage title={use.isSuccess ? words.doneTitle : words.title}>
      <Stack>
        <Text>{use.isSuccess ? words.done : token ? words.text : NO_TOKEN}</Text>
        {use.error && <Failure error={use.error} title={words.failed} text={tellGone(use.error, words.gone)} />}
        {use.isSuccess ? (
          // A whole new page: whoever was signed in may not be any more.
          <Button component="a" href="/">
            Go to the panel
          </Button>
        ) : (
          <Button disabled={!token} loading={use.isPending} onClick={() => use.mutate()}>
            {words.button}
          </Button>
        )}
      </Stack>
    </DoorPage>
  );
}

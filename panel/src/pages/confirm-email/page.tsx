import { Button, Stack, Text } from '@mantine/core';
import { useDocumentTitle } from '@mantine/hooks';
import { useMutation } from '@tanstack/react-query';
import { DoorPage } from '../../app/door-page.tsx';
import { Failure } from '../../parts/failure.tsx';
import { door } from '../../session/door.ts';
import { useLinkToken } from '../../session/link-token.ts';
import { texts } from './texts.ts';

export function ConfirmEmailPage() {
  return <LinkPage path="/security/email/confirm" words={texts.confirm} />;
}

export function UndoEmailPage() {
  return <LinkPage path="/security/email/undo" words={texts.undo} />;
}

/** A link from a mail does nothing until a button is pressed: programs that look into mails open links too. */
function LinkPage({ path, words }: { path: string; words: (typeof texts)['confirm'] }) {
  useDocumentTitle(words.tab);
  const token = useLinkToken();
  const use = useMutation({
    mutationFn: () => door.post(path, { token }, { withoutGates: true }),
    onError: () => undefined,
  });
  return (
    <DoorPage title={use.isSuccess ? words.doneTitle : words.title}>
      <Stack>
        <Text>{use.isSuccess ? words.done : token ? words.text : texts.noToken}</Text>
        {use.error && <Failure error={use.error} title={texts.failed} />}
        {use.isSuccess ? (
          // A whole new page: whoever was signed in may not be any more.
          <Button component="a" href="/">
            {texts.signIn}
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

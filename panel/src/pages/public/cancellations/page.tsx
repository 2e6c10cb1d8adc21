import { Anchor, Button, Stack, Text } from '@mantine/core';
import { useForm } from '@mantine/form';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { LinkPage } from '../../../app/link-page.tsx';
import { PublicPage } from '../../../app/public-page.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { showFormErrors } from '../../../parts/form-errors.ts';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { formatExact } from '../../../parts/times.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { type CancellationFields, EMPTY } from './cancellation.ts';
import { CancellationForm } from './cancellation-form.tsx';
import { type CancellationWords, cancelWords, objectWords, texts, withdrawWords } from './texts.ts';

export function CancelPage() {
  return <CancellationPage path="/farewells/cancel" words={cancelWords} withDay />;
}

export function WithdrawPage() {
  return <CancellationPage path="/farewells/withdraw" words={withdrawWords} withDay={false} />;
}

export function ObjectPage() {
  return <LinkPage path="/farewells/object" words={objectWords} />;
}

interface CancellationPageProps {
  readonly path: string;
  readonly words: CancellationWords;
  readonly withDay: boolean;
}

/** Cancellation or withdrawal in two steps, form and review, without sign-in. */
function CancellationPage({ path, words, withDay }: CancellationPageProps) {
  useTabTitle(words.tab);
  const form = useForm<CancellationFields>({ initialValues: EMPTY });
  const [isChecking, setChecking] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const send = useMutation({
    mutationFn: (fields: CancellationFields) =>
      panelApi.post<{ received_at: string }>(path, toBody(fields, withDay), { withoutGates: true }),
    onMutate: () => setFailure(null),
    onError: (error) => {
      const left = showFormErrors(form, error);
      setFailure(left);
      // Return to the form to correct the errors.
      if (left === null) setChecking(false);
    },
  });
  if (send.isSuccess) {
    return (
      <PublicPage title={words.doneTitle} wide>
        <Stack>
          <Text>{texts.received(formatExact(send.data.received_at, null))}</Text>
          <Text>{words.done(send.variables.email.trim())}</Text>
          <Anchor href="/">{texts.home}</Anchor>
        </Stack>
      </PublicPage>
    );
  }
  if (!isChecking) {
    return (
      <PublicPage title={words.title} wide>
        <CancellationForm words={words} form={form} withDay={withDay} onNext={() => setChecking(true)} />
      </PublicPage>
    );
  }
  const { name, email, contract, when, date, reason } = form.values;
  return (
    <PublicPage title={words.reviewTitle} wide>
      <Stack>
        <Text c="dimmed">{words.review}</Text>
        <Facts
          facts={[
            [texts.name, name],
            [texts.email, email],
            [texts.contract, contract],
            [texts.when, withDay && (when === 'date' ? date : texts.atEnd)],
            [words.reason, reason],
          ]}
        />
        {failure ? <Failure error={failure} title={words.failed} /> : null}
        <Button loading={send.isPending} onClick={() => send.mutate(form.getValues())}>
          {words.confirm}
        </Button>
        <Button variant="subtle" color="gray" onClick={() => setChecking(false)}>
          {texts.back}
        </Button>
      </Stack>
    </PublicPage>
  );
}

function toBody({ name, email, contract, reason, when, date }: CancellationFields, withDay: boolean): object {
  return {
    name: name.trim(),
    email: email.trim(),
    contract: contract.trim(),
    ...(reason.trim() === '' ? {} : { reason: reason.trim() }),
    ...(withDay ? { when: when === 'date' ? date : 'period_end' } : {}),
  };
}

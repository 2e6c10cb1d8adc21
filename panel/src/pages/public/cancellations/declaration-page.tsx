import { Skeleton, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { NO_TOKEN } from '../../../app/link-page.tsx';
import { PublicPage } from '../../../app/public-page.tsx';
import { Facts } from '../../../parts/facts.tsx';
import { Failure } from '../../../parts/failure.tsx';
import { useTabTitle } from '../../../parts/tab-title.ts';
import { formatExact } from '../../../parts/times.ts';
import { readFailure } from '../../../requests/failure.ts';
import type { FarewellDeclaration } from '../../../session/generated/types.gen.ts';
import { useLinkToken } from '../../../session/link-token.ts';
import { panelApi } from '../../../session/panel-api.ts';
import { cancelWords, texts, withdrawWords, declarationWords as words } from './texts.ts';

/** Shows a stored declaration to the holder of the link in the receipt. All content is plain text. */
export function DeclarationPage() {
  useTabTitle(words.tab);
  const token = useLinkToken();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: ['declaration', token],
    queryFn: () => panelApi.post<FarewellDeclaration>('/farewells/declaration', { token }, { withoutGates: true }),
    enabled: token !== null,
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
  });
  // Unlike other links, this one may be used again.
  const isGone = error !== null && readFailure(error).code === 'NOT_FOUND';
  const reason = data?.kind === 'withdraw' ? withdrawWords.reason : cancelWords.reason;
  return (
    <PublicPage title={data ? words[data.kind] : words.title} wide>
      <Stack>
        {token === null && <Text>{NO_TOKEN}</Text>}
        {error && (
          <Failure
            error={error}
            title={words.failed}
            text={isGone ? words.gone : undefined}
            retrying={isFetching}
            onRetry={() => void refetch()}
          />
        )}
        {token !== null && !error && !data && <Skeleton height={160} />}
        {data && (
          <>
            <Text c="dimmed">{words.text}</Text>
            <Facts
              facts={[
                [words.received, formatExact(data.received_at, null)],
                [texts.name, data.name],
                [texts.email, data.email],
                [texts.contract, data.contract],
                [texts.when, data.kind === 'cancel' && (data.wished_end ?? texts.atEnd)],
                [reason, data.reason],
              ]}
            />
          </>
        )}
      </Stack>
    </PublicPage>
  );
}

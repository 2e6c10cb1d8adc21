import { t } from '@lingui/core/macro';
import { Text } from '@mantine/core';
import { CodeBlock } from '../parts/code-block.tsx';
import { CodePopover } from '../parts/code-popover.tsx';
import { quoteForShell } from '../parts/shell-text.ts';
import { type Query, toSearch } from '../session/session-client.ts';
import { OPERATOR_PREFIX } from './operator-api.ts';

/** A request to the operator API. */
export interface OperatorCall {
  readonly method?: 'GET' | 'POST';
  /** Path after the prefix: `/accounts/suspend`. */
  readonly path: string;
  readonly query?: Query;
  readonly body?: Readonly<Record<string, unknown>>;
}

/** Button `</>` that shows the request of a page as a curl command. Never pass a secret. */
export function OperatorCode({ call }: { call: () => OperatorCall }) {
  return (
    <CodePopover
      render={() => (
        <>
          <CodeBlock code={writeOperatorCurl(call(), window.location.origin)} what="curl" />
          <Text size="xs" c="dimmed" mt="xs">
            {t`$HOSTLER_OPERATOR_KEY stands for an operator key. Owners create one under Staff.`}
          </Text>
        </>
      )}
    />
  );
}

/** Returns a curl command that can be pasted into a shell. */
function writeOperatorCurl({ method = 'GET', path, query = {}, body = {} }: OperatorCall, origin: string): string {
  const url = quoteForShell(origin + OPERATOR_PREFIX + path + toSearch(query));
  const key = '-H "X-API-Key: $HOSTLER_OPERATOR_KEY"';
  if (method === 'GET') return `curl ${url} \\\n  ${key}`;
  const given = Object.fromEntries(Object.entries(body).filter(([, value]) => value !== undefined));
  const json = `-d ${quoteForShell(JSON.stringify(given, null, 2))}`;
  return [`curl -X POST ${url}`, key, '-H "Content-Type: application/json"', json].join(' \\\n  ');
}

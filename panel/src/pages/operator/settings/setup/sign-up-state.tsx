import { Text } from '@mantine/core';
import { translateReturned } from '#locales/returned.ts';
import { Status } from '#parts/status.tsx';
import { Surface } from '#parts/surface.tsx';
import type { Setup } from './queries.ts';
import { texts } from './texts.ts';

const words = texts.signUp;

/** State of public sign-up, with the reasons if it is closed. */
export function SignUpState({ sign_up: signUp }: Pick<Setup, 'sign_up'>) {
  const { mode, is_open: isOpen } = signUp;
  return (
    <Surface title={words.title}>
      <Status tone={isOpen ? 'good' : 'idle'}>{isOpen && mode !== 'closed' ? words[mode] : words.closed}</Status>
      <Text size="sm" c="dimmed" mt={4}>
        {describe(signUp)}
      </Text>
    </Surface>
  );
}

function describe({ mode, is_open, is_checked, gaps }: Setup['sign_up']): string {
  const unchecked = is_checked ? '' : ` ${words.unchecked}`;
  if (is_open) return `${words.ready}${unchecked}`;
  if (mode === 'closed') return `${words.byChoice}${gaps.length > 0 ? ` ${words.waits(gaps)}` : unchecked}`;
  return words.despite(translateReturned(mode), gaps);
}

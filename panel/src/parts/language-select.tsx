import { t } from '@lingui/core/macro';
import { NativeSelect } from '@mantine/core';
import { language, STORED_AS } from '../locales/choice.ts';
import { OFFERED } from '../locales/languages.ts';

const CHOICES = OFFERED.map(([value, label]) => ({ value, label }));

/** Chooses the language of this browser. The names are in their own language, and the page is loaded again. */
export function LanguageSelect({ size = 'sm' }: { size?: 'xs' | 'sm' }) {
  return (
    <NativeSelect
      aria-label={t`Language`}
      size={size}
      data={CHOICES}
      value={language}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}

function choose(chosen: string): void {
  localStorage.setItem(STORED_AS, chosen);
  location.reload();
}

import type { DeclaredText } from '../../panel/messages/declared.ts';
import { SETTINGS } from '../../server/src/modules/platform/settings/catalogue.ts';
import { STEPS } from '../../server/src/modules/platform/setup/catalogue.ts';
import { FINDINGS } from './findings.ts';
import { readSentences } from './sentences.ts';

/** Returns the texts that the operator API returns in English: settings, steps of the setup, and what checks find. */
export function readStaffTexts(): DeclaredText[] {
  const settings = SETTINGS.flatMap(({ label, description, choices = [] }) => [label, description, ...choices]);
  const steps = Object.values(STEPS).flatMap(({ title, description }) => [title, description]);
  return [
    ...settings.map((text) => toText(text, 'settings')),
    ...steps.map((text) => toText(text, 'setup')),
    ...readSentences(FINDINGS).map(({ text }) => ({ context: 'staff', text, file: 'scripts/messages/findings.ts' })),
  ];
}

function toText(text: string, module: string): DeclaredText {
  return { context: 'staff', text, file: `server/src/modules/platform/${module}/catalogue.ts` };
}

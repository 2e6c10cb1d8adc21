import { defineTexts } from '../texts/define-texts.ts';

/** Pages of the server itself. The first two are also in the HTML files of the panel. */
export const texts = defineTexts('page', {
  panel_without_script: 'The panel needs JavaScript. The API does not: its reference is at /docs.',
  console_without_script:
    'The console needs JavaScript. The operator API does not: its reference is at /operator/docs.',
  not_found: 'Page not found',
  not_found_text: 'There is no page at this address. Check the address, or continue at the start page.',
  to_start: 'Go to the start page',
});

import { expect, it } from 'vitest';
import { fieldsOf, toInput } from './check-fields.ts';

it('sends no HTTP expectations for a TCP check', () => {
  const fields = { ...fieldsOf(undefined), target: ' mail.example.com:25 ', expect_text: 'Hello', expect_status: 200 };
  expect(toInput({ ...fields, type: 'tcp', follow_redirects: true })).toMatchObject({
    ...{ type: 'tcp', target: 'mail.example.com:25', expect_text: null, expect_status: null },
    follow_redirects: false,
  });
  expect(toInput(fields)).toMatchObject({ type: 'http', expect_text: 'Hello', expect_status: 200 });
});

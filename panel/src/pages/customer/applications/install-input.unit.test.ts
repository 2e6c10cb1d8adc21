import { expect, it } from 'vitest';
import { beginFields, toInput, withoutSecrets } from './install-input.ts';

const parameter = {
  label: '',
  description: null,
  required: false,
  default: null,
  generated: false,
  multiline: false,
  pattern: null,
  min: null,
  max: null,
  choices: [],
};
const parameters = [
  { ...parameter, name: 'domain', type: 'string' as const },
  { ...parameter, name: 'port', type: 'integer' as const, default: 8080 },
  { ...parameter, name: 'public', type: 'boolean' as const },
  { ...parameter, name: 'password', type: 'secret' as const, generated: true },
  { ...parameter, name: 'token', type: 'secret' as const },
];

it('starts with the defaults of the recipe, and omits empty fields from the request', () => {
  const fields = beginFields({ parameters }, 7);
  expect(toInput('gitea', fields)).toEqual({ hosting_id: 7, slug: 'gitea', parameters: { port: 8080, public: false } });
});

it('hides secrets in the code example', () => {
  const typed = { domain: 'a.example', password: 'secret one', token: 'secret two' };
  const input = withoutSecrets(toInput('gitea', { hosting_id: 7, parameters: typed }), parameters);
  expect(input.parameters).toEqual({ domain: 'a.example', token: '…' });
});

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

it('begins with what the recipe says, and sends nothing for what was left empty', () => {
  const fields = beginFields({ parameters }, 7);
  expect(toInput('gitea', fields)).toEqual({ hosting_id: 7, slug: 'gitea', parameters: { port: 8080, public: false } });
});

it('shows no secret in code', () => {
  const typed = { domain: 'a.example', password: 'secret one', token: 'secret two' };
  const input = withoutSecrets(toInput('gitea', { hosting_id: 7, parameters: typed }), parameters);
  expect(input.parameters).toEqual({ domain: 'a.example', token: '…' });
});

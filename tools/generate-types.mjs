// Turns the schemas of an OpenAPI document into TypeScript: node generate-types.mjs <document> <folder>.
// Plain JavaScript in a package of its own, because the generator needs another TypeScript than the house has.
import { createClient } from '@hey-api/openapi-ts';

const [, , input, output] = process.argv;
if (input === undefined || output === undefined) throw new Error('Usage: generate-types.mjs <document> <folder>');

await createClient({
  input,
  output: { path: output, entryFile: false },
  logs: { level: 'silent', file: false },
  plugins: ['@hey-api/typescript'],
});

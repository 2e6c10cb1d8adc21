import { expect, it } from 'vitest';
import { translationsOfReturned } from '../../messages/returned.ts';
import { createTranslator } from './returned-texts.ts';

const text = (context: string, message: string, translation: string) => ({ context, message, translation });

const catalogue = {
  a: text('recipe', 'Check the server', 'Server prüfen'),
  b: text('sentence', 'Port {port} is in use.', 'Port {port} ist belegt.'),
  c: text('sentence', 'Step {number}, {step}, failed: {reason}', 'Schritt {number}, {step}: {reason}'),
  d: text('sentence', '{failure} Not all was removed: {reason}', '{failure} Nicht alles wurde entfernt: {reason}'),
  e: text('sentence', '{name} points to {addresses}.', '{name} verweist auf {addresses}.'),
  f: text('sentence', '{name} points to {address}. Change it.', '{name}: {address} ändern.'),
  h: text('sentence', 'Missing: {list}.', 'Es fehlt: {list}.'),
  g: text('error', 'It is full.', 'Es ist voll.'),
};

const translate = createTranslator([
  translationsOfReturned(catalogue, 'recipes'),
  translationsOfReturned(catalogue, 'sentences'),
]);

it('translates a text of the API by its English text', () => {
  expect(translate('Check the server')).toBe('Server prüfen');
  expect(translate('Port 80 is in use.')).toBe('Port 80 ist belegt.');
});

it('leaves unknown texts and those of other contexts as they are', () => {
  expect(translate('Check the servers')).toBe('Check the servers');
  expect(translate('It is full.')).toBe('It is full.');
  expect(translate('The port 80 is in use. Or not')).toBe('The port 80 is in use. Or not');
});

it('translates the texts within a text', () => {
  expect(translate('Step 1, Check the server, failed: Port 80 is in use.')).toBe(
    'Schritt 1, Server prüfen: Port 80 ist belegt.',
  );
  expect(translate('Step 2, Copy, failed: cp: no space\nleft Not all was removed: It is 5.')).toBe(
    'Schritt 2, Copy: cp: no space\nleft Nicht alles wurde entfernt: It is 5.',
  );
});

it('translates a sentence after a colon, which begins with a small letter', () => {
  expect(translate('Step 1, a, failed: port 80 is in use.')).toBe('Schritt 1, a: Port 80 ist belegt.');
});

it('prefers the more specific text', () => {
  expect(translate('a.example points to 192.0.2.1. Change it.')).toBe('a.example: 192.0.2.1 ändern.');
});

it('reads the dots of a text as dots', () => {
  expect(translate('a.example points to 192.0.2.1.')).toBe('a.example verweist auf 192.0.2.1.');
  expect(translate('a.example points to 192.0.2.1!')).toBe('a.example points to 192.0.2.1!');
});

it('translates each text of a list', () => {
  expect(translate('Missing: Check the server, Copy.')).toBe('Es fehlt: Server prüfen, Copy.');
});

import { expect, it } from 'vitest';
import { GENERAL_FIELD_REASON, GENERAL_REASONS } from '../../server/src/kernel/app-error.ts';
import { listTableFiles, readReasons } from './reasons.ts';

const reasons = await readReasons();

it('declares reasons only in errors.ts, as errors or fieldErrors', () => {
  expect(listTableFiles().filter((file) => !file.endsWith('/errors.ts'))).toEqual([]);
  for (const file of listTableFiles()) expect([file, reasons.some((one) => one.file === file)]).toEqual([file, true]);
});

it('has one table for each reason', () => {
  const names = [...reasons.map(({ reason }) => reason), ...Object.values(GENERAL_REASONS), GENERAL_FIELD_REASON];
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

it('names reasons in lower_snake_case', () => {
  expect(reasons.map(({ reason }) => reason).filter((name) => !/^[a-z][a-z0-9]*(_[a-z0-9]+)*$/.test(name))).toEqual([]);
});

it('has templates that are ICU messages with simple placeholders', () => {
  // An apostrophe before a brace quotes it, and a second one is dropped. A number sign stands for a number in plurals.
  const isIcu = (template: string) => !/[{}#]|''|'$/.test(template.replace(/(?<!')\{[a-z][a-z0-9_]*\}(?!')/g, '0'));
  expect(reasons.filter(({ template }) => !isIcu(template))).toEqual([]);
});

it('writes errors as sentences, and fields as the end of a sentence', () => {
  const isSentence = ({ template, code }: (typeof reasons)[number]) =>
    (code ? /^[\p{Lu}{"-]/u : /^[\p{L}{]/u).test(template) && /[.!?})]$|\w$/.test(template);
  expect(reasons.filter((one) => !isSentence(one))).toEqual([]);
});

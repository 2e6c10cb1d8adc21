import { describe, expect, it } from 'vitest';
import { readRecipe } from './read-recipe.ts';

const HEAD = `slug: small
name: Small
version: "1"
summary: Nearly nothing.
icon: { viewBox: 0 0 24 24, color: "#009639", paths: [M4 4h16v16H4z] }
categories: [test]
`;
const REST = `steps:
  - name: Say it
    script: echo "$PARAM_WORD"
health: { script: "true" }
removal:
  - name: Say nothing
    script: "true"
`;
const WORD = `parameters:
  - name: word
    label: Word
    type: string
`;

function problemsOf(text: string, slug = 'small') {
  const reading = readRecipe(text, slug);
  return 'problems' in reading ? reading.problems.map(({ line, reason }) => `${line}: ${reason}`) : [];
}

describe('a recipe file', () => {
  it('gets defaults for all optional fields', () => {
    const reading = readRecipe(HEAD + WORD + REST, 'small');
    expect(reading).toMatchObject({
      recipe: {
        slug: 'small',
        description: 'Nearly nothing.',
        single: true,
        tested: 'not run',
        needs: { memory_mb: 0, disk_gb: 0, systems: [], nesting: false },
        parameters: [{ name: 'word', required: true, default: null, generated: false }],
        steps: [{ name: 'Say it', check: null, timeout: 600 }],
        health: { retries: 30, pause: 2, timeout: 10 },
      },
    });
  });

  it.each([
    ['is no YAML', `${HEAD}steps: [`, /^\d+: /],
    ['is empty', '', /^1: slug is required/],
    ['is a list', '- a\n- b\n', /^1: body must be an object/],
    ['says a thing twice', `${HEAD}name: Other\n`, /^7: Map keys must be unique/],
    ['has a word nobody knows', `${HEAD}${WORD}${REST}stepz: []\n`, /^18: stepz is not a known field/],
    [
      'has another slug than name',
      `${HEAD}${WORD}${REST}`.replace('slug: small', 'slug: large'),
      /^1: slug must be small/,
    ],
    [
      'has a script that is no text',
      `${HEAD}${WORD}${REST}`.replace('echo "$PARAM_WORD"', '[]'),
      /^13: steps\[0\]\.script must be a string/,
    ],
    ['has no removal', `${HEAD}${WORD}${REST.split('removal')[0]}`, /removal is required/],
    [
      'uses a parameter it does not have',
      HEAD + REST,
      /^9: steps\[0\]\.script uses PARAM_WORD, and there is no such parameter/,
    ],
    [
      'has a choice of nothing',
      `${HEAD}${WORD.replace('string', 'choice')}${REST}`,
      /^8: parameters\[0\]\.choices is required/,
    ],
    [
      'has a pattern that is none',
      `${HEAD}${WORD}    pattern: "("\n${REST}`,
      /^11: parameters\[0\]\.pattern is not a regular expression/,
    ],
    [
      'has a default that it would refuse',
      `${HEAD}${WORD}    max: 3\n    default: long\n${REST}`,
      /^12: parameters\[0\]\.default must/,
    ],
    [
      'tells everybody a secret',
      `${HEAD}${WORD.replace('string', 'secret')}    default: hunter22\n${REST}`,
      /^11: .*default must not be there/,
    ],
    [
      'has an address that would run in a browser',
      `${HEAD}${WORD}url: "javascript:alert(1)"\n${REST}`,
      /^11: url must begin with http/,
    ],
    [
      'has an address of something unknown',
      `${HEAD}${WORD}url: "http://{nowhere}/"\n${REST}`,
      /^11: url has \{nowhere\}/,
    ],
    [
      'grows by aliases',
      `${HEAD}${WORD}${REST}homepage: &a https://a.example/\nlicense: *a\n`,
      /^1: must not use anchors/,
    ],
    [
      'has an icon that is markup',
      `${HEAD.replace('M4 4h16v16H4z', '"<script>"')}${WORD}${REST}`,
      /^5: icon\.paths\[0\] must be the data of an SVG path/,
    ],
  ])('that %s is refused with the line and the reason', (_why, text, reason) => {
    expect(problemsOf(text).join('\n')).toMatch(reason);
  });

  it('reports all problems at once, ordered by line', () => {
    const text = `${HEAD}${WORD}${REST}`.replace('version: "1"\n', '').replace('label: Word', 'label: ""');
    const lines = problemsOf(text).map((problem) => Number(problem.split(':')[0]));
    expect(lines.length).toBeGreaterThan(1);
    expect(lines).toEqual([...lines].sort((a, b) => a - b));
  });
});

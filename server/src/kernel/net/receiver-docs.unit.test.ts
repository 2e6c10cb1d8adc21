import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findCommand } from '@hostler/testing/services/find-command.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import golden from '../../../../testdata/webhook-signatures.json' with { type: 'json' };
import { signDelivery } from './signature.ts';

const page = readFileSync(new URL('../../../../docs/webhooks.md', import.meta.url), 'utf8');
const vectors = golden.vectors;
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'hostler-webhook-docs-'));
  for (const [, name = '', code = ''] of page.matchAll(/<!-- tested: (\S+) -->\n```\w+\n(.*?)```/gs)) {
    writeFileSync(join(folder, name), code);
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

/** Expected results of a verifier for each vector: valid, with another body, with another secret, and an hour later. */
const EXPECTED = vectors.map(({ previous_secret }) => ({
  signature: [true, false, false],
  standard: [true, false, false, false, ...(previous_secret ? [true] : [])],
}));

const TYPESCRIPT = `
  import { readFileSync } from 'node:fs';
  import { verifySignature, verifyStandard } from './verify.ts';
  const OTHER = 'whsec_' + Buffer.alloc(24).toString('base64');
  const results = JSON.parse(readFileSync(0, 'utf8')).map((v) => {
    const [body, other] = [Buffer.from(v.body), Buffer.from(v.body + ' ')];
    const given = v.headers['X-Webhook-Signature'];
    const standard = (secret, bytes, now = v.timestamp) => verifyStandard(secret, v.headers, bytes, now);
    return {
      signature: [verifySignature(v.secret, given, body), verifySignature(v.secret, given, other), verifySignature(OTHER, given, body)],
      standard: [standard(v.secret, body), standard(v.secret, other), standard(OTHER, body), standard(v.secret, body, v.timestamp + 3600),
        ...(v.previous_secret ? [standard(v.previous_secret, body)] : [])],
    };
  });
  console.log(JSON.stringify(results));`;

const PYTHON = `
import base64, json, sys
from verify import verify_signature, verify_standard
OTHER = "whsec_" + base64.b64encode(bytes(24)).decode()
results = []
for v in json.load(sys.stdin.buffer):
    body, other, t = v["body"].encode(), (v["body"] + " ").encode(), v["timestamp"]
    given = v["headers"]["X-Webhook-Signature"]
    standard = lambda secret, data, now: verify_standard(secret, v["headers"], data, now)
    results.append({
        "signature": [verify_signature(v["secret"], given, body), verify_signature(v["secret"], given, other), verify_signature(OTHER, given, body)],
        "standard": [standard(v["secret"], body, t), standard(v["secret"], other, t), standard(OTHER, body, t), standard(v["secret"], body, t + 3600)]
        + ([standard(v["previous_secret"], body, t)] if "previous_secret" in v else []),
    })
print(json.dumps(results))`;

describe('the documentation for webhook receivers', () => {
  it('shows a delivery with valid signatures', () => {
    const [, secret = ''] = page.match(/With the secret `(\S+)`/) ?? [];
    const [head = '', body = ''] = (page.match(/```http\n(.*?)\n```/s)?.[1] ?? '').split('\n\n');
    const headers = Object.fromEntries(
      head.split('\n').map((line) =>
        line
          .toLowerCase()
          .split(': ', 1)
          .concat(line.split(': ')[1] ?? ''),
      ),
    );
    const { 'x-webhook-signature': signature, 'webhook-signature': standard } = headers;
    const delivery = { secret, id: headers['webhook-id'], timestampSeconds: headers['webhook-timestamp'], body };
    expect(signDelivery(delivery)).toMatchObject({ 'X-Webhook-Signature': signature, 'webhook-signature': standard });
  });

  it('has a TypeScript verifier that works', () => {
    writeFileSync(join(folder, 'run.ts'), TYPESCRIPT);
    expect(run(process.execPath, 'run.ts')).toEqual(EXPECTED);
  });

  needs('python3').it('has a Python verifier that works', () => {
    writeFileSync(join(folder, 'run.py'), PYTHON);
    expect(run('python3', 'run.py')).toEqual(EXPECTED);
  });

  needs('openssl').it('has shell lines that print both signatures', () => {
    for (const { secret, id, timestamp, body, headers } of vectors) {
      writeFileSync(join(folder, 'body'), body);
      const env = { ...process.env, SECRET: secret, ID: id, TIMESTAMP: String(timestamp) };
      const print = (script: string) => execFileSync('sh', [script], { cwd: folder, env, encoding: 'utf8' }).trim();
      expect(print('signature.sh')).toBe(headers['X-Webhook-Signature']);
      expect(print('standard.sh')).toBe(headers['webhook-signature'].split(' ')[0]);
    }
  });
});

function run(command: string, file: string): unknown {
  return JSON.parse(execFileSync(command, [file], { cwd: folder, input: JSON.stringify(vectors), encoding: 'utf8' }));
}

/** Skipped with the reason where the command is missing; under CI nothing may be missing. */
function needs(command: string) {
  const missing = findCommand(command) === undefined && process.env.CI !== 'true';
  return {
    it: (title: string, test: () => void) =>
      it.skipIf(missing)(missing ? `${title} [${command} is missing]` : title, test),
  };
}

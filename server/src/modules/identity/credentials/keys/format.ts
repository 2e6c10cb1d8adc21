import { crc32 } from 'node:zlib';
import { randomBase62, toBase62 } from '#kernel/crypto.ts';
import type { Environment } from '#kernel/environment.ts';

/**
 * `svc_live_`, `svc_test_` or `svc_op_`, 30 random characters, and 6 characters of a checksum over both. A typo, or a
 * key with another prefix, is refused without a query.
 */
const BODY_LENGTH = 30;
const CHECKSUM_LENGTH = 6;
const KEY = /^(svc_(?:live|test)_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;
const OPERATOR_KEY = /^(svc_op_)([0-9A-Za-z]{30})([0-9A-Za-z]{6})$/;

export function generateApiKey(environment: Environment): string {
  return generate(`svc_${environment}_`);
}

export function generateOperatorKey(): string {
  return generate('svc_op_');
}

export function isWellFormedApiKey(key: string): boolean {
  return isWellFormed(KEY, key);
}

export function isWellFormedOperatorKey(key: string): boolean {
  return isWellFormed(OPERATOR_KEY, key);
}

function generate(prefix: string): string {
  const text = `${prefix}${randomBase62(BODY_LENGTH)}`;
  return text + checksum(text);
}

function isWellFormed(shape: RegExp, key: string): boolean {
  const [, prefix, body, sum] = shape.exec(key) ?? [];
  return prefix !== undefined && body !== undefined && checksum(prefix + body) === sum;
}

export function looksLikeApiKey(text: string): boolean {
  return text.startsWith('svc_live_') || text.startsWith('svc_test_');
}

function checksum(text: string): string {
  return toBase62(crc32(text), CHECKSUM_LENGTH);
}

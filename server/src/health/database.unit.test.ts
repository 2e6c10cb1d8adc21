import { describe, expect, it } from 'vitest';
import { judge } from './database.ts';

const PLAIN = {
  pooled: false,
  keeps: undefined,
  databasePrepare: true,
  databaseDirectUrl: undefined,
  valkeyUrl: undefined,
};

describe('the check of PostgreSQL', () => {
  it('gives no advice without a pooler, or without prepared statements', () => {
    expect(judge(PLAIN)).toEqual({
      detail: 'Reached directly; processes notify each other by LISTEN.',
      advice: null,
    });
    expect(judge({ ...PLAIN, pooled: true, databasePrepare: false }).advice).toBeNull();
  });

  it('gives advice if the pooler loses prepared statements, or if that is unknown', () => {
    const pooled = { ...PLAIN, pooled: true };
    expect(judge({ ...pooled, keeps: true }).advice).toBeNull();
    expect(judge({ ...pooled, keeps: false }).advice).toMatch(
      /^The pooler does not keep .*HOSTLER_DATABASE_PREPARE=off\.$/,
    );
    expect(judge({ ...pooled, keeps: undefined }).advice).toMatch(/^Unknown whether.*HOSTLER_DATABASE_PREPARE=off/);
  });

  it('reports how processes notify each other', () => {
    const pooled = { ...PLAIN, pooled: true, databasePrepare: false };
    expect(judge(pooled).detail).toMatch(/poll for changes every second/);
    expect(judge({ ...pooled, databaseDirectUrl: 'postgres://x' }).detail).toMatch(/by LISTEN at HOSTLER_DATABASE_DIR/);
    expect(judge({ ...pooled, valkeyUrl: 'redis://x' }).detail).toMatch(/through Valkey/);
  });
});

import { describe, expect, it } from 'vitest';
import { chooseAll, chooseChanged, chooseShort, listEngineTests } from './choose-runs.ts';

const names = (changed: readonly string[]) => chooseChanged(changed, 'HEAD').map(({ name }) => name);

describe('chooseChanged', () => {
  it('runs the browser lane for a change of the panel', () => {
    expect(names(['panel/src/app.tsx'])).toContain('browser');
    expect(names(['locales/de.po'])).toContain('browser');
  });

  it('runs the smoke test in a browser for a change of the server', () => {
    expect(names(['server/src/main.ts'])).toEqual(['tests of the changes', 'tests of a server', 'browser, smoke test']);
  });

  it('runs hostctl for a change of its code or of the SDK', () => {
    expect(names(['cli/src/main.ts'])).toEqual(['tests of the changes', 'tests of hostctl']);
    expect(names(['sdk/src/transport.ts'])).toContain('tests of hostctl');
  });

  it('runs nothing more for a text', () => {
    expect(names(['docs/tour.md', 'server/README.md'])).toEqual(['tests of the changes']);
  });

  it('compares with the base', () => {
    expect(chooseChanged([], 'abc123')[0]?.command.join(' ')).toContain('--changed abc123');
  });

  it('runs the engine of a changed driver', () => {
    const [engines] = chooseChanged(['server/src/engines/dns/powerdns.ts'], 'HEAD').slice(-1);
    expect(engines?.name).toBe('engines');
    expect(engines?.command.filter((word) => word.startsWith('server/src/engines/vps/'))).toEqual([]);
  });
});

describe('listEngineTests', () => {
  it('lists the tests beside a driver and others that use its service', () => {
    const tests = listEngineTests(['server/src/engines/dns/powerdns.ts']);
    expect(tests).toContain('server/src/engines/dns/powerdns.test.ts');
    expect(tests).toContain('acceptance/engines/domains.test.ts');
    expect(tests).not.toContain('server/src/engines/sql/mariadb.test.ts');
  });

  it('tells the drivers of one kind apart', () => {
    const tests = listEngineTests(['server/src/engines/vps/incus/execute/execute.ts']);
    expect(tests).toContain('server/src/engines/vps/incus/firewall.test.ts');
    expect(tests.filter((file) => file.startsWith('server/src/engines/vps/simulated/'))).toEqual([]);
  });

  it('lists a changed test itself, and nothing for other code', () => {
    expect(listEngineTests(['server/src/engines/sql/bounds.test.ts'])).toEqual([
      'server/src/engines/sql/bounds.test.ts',
    ]);
    expect(listEngineTests(['server/src/kernel/http/server.ts'])).toEqual([]);
  });

  it('lists all for a change of the suites that they share', () => {
    const tests = listEngineTests(['testing/contracts/vps.ts']);
    expect(tests).toContain('server/src/engines/vps/incus/incus.test.ts');
  });
});

describe('the runs', () => {
  it('are short for npm test and complete for npm run test:all', () => {
    expect(chooseShort().map(({ env }) => env)).toEqual([{ HOSTLER_TEST_LANE: 'short' }]);
    expect(chooseAll().map(({ env }) => env)).toEqual([undefined]);
    expect(chooseAll()[0]?.command).toEqual(expect.arrayContaining(['--project=engines*', '--project=browser*']));
  });
});

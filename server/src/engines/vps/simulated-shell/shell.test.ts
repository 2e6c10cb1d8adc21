// biome-ignore-all lint/suspicious/noTemplateCurlyInString: these are shell scripts.
import { spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { VpsDriver } from '../driver.ts';
import { createSimulatedVps } from '../simulated.ts';

let dir: string;
let driver: VpsDriver;
const name = 'vm-1';

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'hostler-shell-'));
  driver = createSimulatedVps({ dir });
  const size = { image: 'debian/13', vcpus: 1, memoryMb: 512, diskGb: 10 };
  await driver.create({ name, hostname: 'a.test', kind: 'container', sshKeys: [], ...size });
});
afterAll(() => rm(dir, { recursive: true }));

const environment = { GREETING: `a  b'c"d$e*`, EMPTY: '', FOLDER: '/tmp/shell-test' };
const run = (script: string, timeoutMs = 10_000) =>
  driver.execute(name, ['sh', '-eu', '-c', script, 'sh', 'one', 'two words'], { timeoutMs, environment });

describe('a script in a simulated machine behaves as in a real shell', () => {
  it.each([
    'echo "$GREETING" $GREETING \'$GREETING\' \\$x "\\$x" a\\ b',
    'for word in $GREETING x "y z"; do echo "<$word>"; done',
    'echo "$#:$1:$2"; for each; do echo "$each"; done; shift; echo "$@"',
    'x=1; y="$x$x"; z=$(echo "$y"; echo); echo "[$z]" "`echo $y`" $((x + 41)) ${#z}',
    'echo "${EMPTY:-none}" "${EMPTY-none}" "${NOTHING-none}" "${x:=set}" "$x" "${x:+other}"',
    'p=/a/b/c.tar.gz; echo "${p#*/}" "${p##*/}" "${p%.*}" "${p%%.*}"',
    'if false; then echo a; elif true; then echo b; else echo c; fi',
    'false || echo no; true && echo yes; ! false; echo $?',
    'case "$1" in t*) echo t;; one|two) echo found ;; *) echo other;; esac; case x in "*") echo star;; esac',
    'i=0; while [ "$i" != 3 ]; do i=$((i + 1)); [ "$i" = 2 ] && continue; echo "$i"; done',
    'until true; do echo never; done; for i in 1 2 3; do break; done; echo "$i"',
    'greet() { echo "hello $1"; return 3; echo never; }; greet you || echo "code $?"',
    'echo before; false; echo never',
    'if ! false; then echo on; fi; false | true; echo still',
    '(exit 4); echo never',
    'x=1; (x=2; echo $x); echo $x; { x=3; }; echo $x',
    'exit 7',
    'echo "$NOT_SET"; echo never',
    'no-such-command',
    'echo to-err >&2; echo to-out 2>&1',
    'mkdir -p "$FOLDER"; cd "$FOLDER"; echo a > f; echo b >> f; cat f; cat < f; rm -r "$FOLDER"',
    'cat <<EOF\n$GREETING $(echo x)\n  \\$y\nEOF\necho after',
    "cat <<'EOF'\n$GREETING $(echo x)\nEOF",
    'cat <<-EOF\n\ttabbed\n\tEOF',
    '{ echo b; echo a; echo b; } | sort -u | head -n 1; printf "%s=%s\\n" a 1 b 2; printf "\\tx\\n"',
    'printf "a\\nb\\nc\\n" | grep -c "[ab]"; echo x | grep -q y || echo missing; printf "one\\ntwo\\n" | grep -v one',
    'printf "k: v\\n" | sed -n "s/^\\(.\\): \\(.\\)$/\\2 \\1/p"; echo aXbX | sed "s/X/-/g"; echo a,b,c | cut -d , -f 2',
    'seq 3 | wc -l | tr -d " "; echo abc | tr a-b x >/dev/null; basename /a/b; dirname /a/b',
    'test -n x -a -z ""; [ 3 -gt 2 ] && [ ! -e /no/such ] && echo ok',
    'x=$(false) || echo failed; echo "${x}."; y=1 sh -c \'echo "[$y]"\'; export z=2; sh -c "echo \\$z"',
    'echo a; # a comment\n\n# another\necho b # and here',
    'set -- x y; echo "$2$1"; eval "echo \\$1"; : ; true',
  ])('%s', async (script) => {
    const real = spawnSync('/bin/sh', ['-eu', '-c', script, 'sh', 'one', 'two words'], {
      env: { PATH: process.env.PATH, ...environment },
      encoding: 'utf8',
    });
    const { exitCode, stdout, stderr } = await run(script);
    expect({ exitCode, stdout, complains: stderr !== '' }).toEqual({
      exitCode: real.status,
      stdout: real.stdout,
      complains: real.stderr !== '',
    });
  });
});

describe('a simulated machine', () => {
  it('keeps packages, files, and services that start at boot, as long as it exists', async () => {
    expect((await run('command -v nginx')).exitCode).toBe(1);
    expect((await run('apt-get install -y no-such-package')).exitCode).toBe(100);
    const page = 'echo Mine > /var/www/html/index.html';
    const installed = await run(`apt-get update; apt-get install -y nginx curl; ${page}; systemctl is-active nginx`);
    expect(installed.stdout).toMatch(/Setting up nginx .*\nactive\n$/s);
    await run('apt-get install -y caddy; systemctl disable caddy');
    await driver.restart(name);
    const after = await run(
      'curl -fsS http://localhost/; systemctl is-active nginx; systemctl is-active caddy || true',
    );
    expect(after.stdout).toBe('Mine\nactive\ninactive\n');
    expect((await run('systemctl stop nginx; curl -fsS http://localhost/')).exitCode).toBe(7);
    expect((await run('apt-get purge -y nginx; systemctl start nginx')).exitCode).toBe(5);
  });

  it.each([
    ['grep', `echo ${'a'.repeat(40)}b | grep '(a+)+$'`],
    ['sed', `echo ${'a'.repeat(40)}b | sed 's/\\(a*\\)*c/x/'`],
    ['case', `case ${'a'.repeat(200)} in ${'*a'.repeat(30)}*b) echo x;; esac`],
  ])('ends a search of %s that would never end', async (_what, script) => {
    expect(await run(script)).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('takes too long') });
  });

  it('ends an endless script, and limits the disk usage', async () => {
    expect(await run('while true; do :; done', 300)).toMatchObject({ timedOut: true });
    const large = await driver.execute(name, ['sh', '-c', 'cat > /tmp/large || echo full; wc -l < /tmp/large'], {
      input: 'x'.repeat(8 * 2 ** 20),
      timeoutMs: 10_000,
    });
    expect(large.stderr).toContain('No space left on device');
  });
});

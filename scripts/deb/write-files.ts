import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { SCRIPTS } from '../../cli/src/completion/scripts.ts';
import { bundleCli } from '../cli/bundle.ts';
import { describeForDebian } from './describe-commands.ts';
import { MAINTAINER } from './write-control.ts';

interface Place {
  readonly root: string;
  readonly stage: string;
  readonly version: string;
  /** Epoch seconds of the commit. */
  readonly time: number;
}

/** Target of each file of `packaging/debian`. */
const FILES: Readonly<Record<string, string>> = {
  'hostler.service': 'lib/systemd/system/hostler.service',
  'hostler-worker@.service': 'lib/systemd/system/hostler-worker@.service',
  'hostler-nightly-copy.service': 'lib/systemd/system/hostler-nightly-copy.service',
  'hostler-nightly-copy.timer': 'lib/systemd/system/hostler-nightly-copy.timer',
  'hostler-firewall-helper.service': 'lib/systemd/system/hostler-firewall-helper.service',
  'hostler-firewall-rules.service': 'lib/systemd/system/hostler-firewall-rules.service',
  'hostler.sh': 'usr/bin/hostler',
  'hostctl.sh': 'usr/bin/hostctl',
  'hostler.env': 'usr/share/hostler/hostler.env',
  'lintian-overrides': 'usr/share/lintian/overrides/hostler',
};

/** Writes the command, the units, the manual page, the completion and the documents. */
export async function writeFiles({ root, stage, version, time }: Place): Promise<void> {
  const place = (path: string, content: string | Uint8Array) => {
    const target = join(stage, path);
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, content);
    chmodSync(target, 0o644);
  };
  for (const [name, path] of Object.entries(FILES)) {
    place(path, readFileSync(join(root, 'packaging/debian', name)));
  }
  for (const name of ['hostler', 'hostctl']) chmodSync(join(stage, 'usr/bin', name), 0o755);
  const { manual, completion } = await describeForDebian(version, time);
  place('usr/share/man/man1/hostler.1.gz', compress(manual));
  place('usr/share/bash-completion/completions/hostler', completion);
  await placeCli(root, place);
  const documents = 'usr/share/doc/hostler';
  place(`${documents}/changelog.gz`, compress(writeChangelog(version, time)));
  place(`${documents}/CHANGELOG.md.gz`, compress(readFileSync(join(root, 'CHANGELOG.md'))));
  place(`${documents}/copyright`, describeCopyright(root));
  for (const name of ['operations.md', 'install.md', 'privacy.md']) {
    place(`${documents}/${name}.gz`, compress(readFileSync(join(root, 'docs', name))));
  }
  copyFileSync(join(root, 'LICENSE'), join(stage, 'usr/lib/hostler/LICENSE'));
  // The folders of npm may be stricter.
  execFileSync('chmod', ['-R', 'u=rwX,go=rX', stage]);
}

/** Writes the command line for customers. */
async function placeCli(root: string, place: (path: string, content: string | Uint8Array) => void): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'hostctl-'));
  try {
    const program = readFileSync(await bundleCli(join(folder, 'dist')), 'utf8');
    // The command runs it with the Node of the package.
    place('usr/lib/hostler/hostctl.cjs', program.replace(/^#!.*/, '//'));
    place('usr/lib/hostler/LICENCES.hostctl', readFileSync(join(folder, 'dist/LICENCES')));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  place('usr/share/man/man1/hostctl.1.gz', compress(readFileSync(join(root, 'packaging/debian/hostctl.1'))));
  place('usr/share/bash-completion/completions/hostctl', SCRIPTS.bash);
  place('usr/share/zsh/vendor-completions/_hostctl', SCRIPTS.zsh);
  place('usr/share/fish/vendor_completions.d/hostctl.fish', SCRIPTS.fish);
}

/** The changelog in the format of Debian has one entry, which names the changelog of Hostler. */
function writeChangelog(version: string, time: number): string {
  const date = new Date(time * 1000).toUTCString().replace('GMT', '+0000');
  return `hostler (${version}) stable; urgency=medium

  * Changes are listed in CHANGELOG.md.gz.

 -- ${MAINTAINER}  ${date}
`;
}

/** Without a time stamp, so that two builds are the same. */
function compress(content: string | Uint8Array): Uint8Array {
  return gzipSync(content, { level: 9 });
}

function describeCopyright(root: string): string {
  const licence = readFileSync(join(root, 'LICENSE'), 'utf8').trim();
  const paragraphs = licence.split('\n').map((line) => (line.trim() === '' ? ' .' : ` ${line}`));
  return `Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: Hostler

Files: *
Copyright: ${/Copyright \(c\) (.*)/i.exec(licence)?.[1] ?? 'Hostler contributors'}
License: Expat
Comment: The licences of the included packages are beside their code in /usr/lib/hostler/app,
 in /usr/lib/hostler/app/node_modules/hostler/dist/LICENCES and in /usr/lib/hostler/LICENCES.hostctl. The licence of Node.js is in LICENCE.node.

License: Expat
${paragraphs.join('\n')}
`;
}

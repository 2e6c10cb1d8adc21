import type { Command } from '../../server/src/kernel/command.ts';

export type DescribedCommand = Pick<Command, 'name' | 'summary' | 'options'>;

/** Writes the manual page `hostler(1)`. */
export function writeManual(commands: readonly DescribedCommand[], version: string, time: number): string {
  const date = new Date(time * 1000).toISOString().slice(0, 10);
  return `.TH HOSTLER 1 "${date}" "Hostler ${version}" "User Commands"
.SH NAME
hostler \\- control plane for hosting companies
.SH SYNOPSIS
.B hostler
.I command
.RI [ options ]
.SH DESCRIPTION
Manages an installation of Hostler. Root runs commands as the user
.BR hostler ,
with the settings of
.IR /etc/hostler/hostler.env .
Every command has
.BR \\-\\-help ,
and
.B \\-\\-json
for JSON output.
.SH COMMANDS
${commands.map(describe).join('\n')}
.SH FILES
.TP
.I /etc/hostler/hostler.env
Settings, read at the start of each process.
.TP
.I /var/lib/hostler
Database, secret key, documents and backups.
.SH SEE ALSO
.I /usr/share/doc/hostler/operations.md.gz
`;
}

function describe({ name, summary, options }: DescribedCommand): string {
  const flags = Object.entries(options).map(([option, { description }]) => {
    return `.RS\n.TP\n.B \\-\\-${escapeText(option.replaceAll('_', '-'))}\n${escapeLine(description)}\n.RE`;
  });
  return [`.TP\n.B ${escapeText(name)}\n${escapeLine(summary)}`, ...flags].join('\n');
}

/** A line that begins with a dot or an apostrophe would be a request. */
function escapeLine(text: string): string {
  return escapeText(text).replace(/^([.'])/, '\\&$1');
}

function escapeText(text: string): string {
  return text.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('\n', ' ');
}

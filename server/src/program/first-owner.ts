import type { Hostler } from './hostler.ts';

/** The standard output of the process. */
type Output = Pick<NodeJS.WriteStream, 'write'> & { readonly isTTY?: boolean };

/**
 * Tells that there is no owner yet. Only a terminal shows the link: a service manager keeps the output, which other people
 * and programs read.
 */
export async function tellOwnerMissing(
  { db, log, operator }: Pick<Hostler, 'db' | 'log' | 'operator'>,
  output: Output = process.stdout,
): Promise<void> {
  if (output.isTTY) {
    const link = await db.write(() => operator.setupLink.make());
    if (link) output.write(describeLink(link));
  } else if (await db.read(operator.setupLink.isNeeded())) {
    log.info('`hostler setup link` prints the link for the first owner');
  }
}

function describeLink({ setup_url, expires_at }: { setup_url: string; expires_at: string }): string {
  return `
Hostler has no owner yet. Open this address to create one. It works once, until ${expires_at}:

  ${setup_url}

`;
}

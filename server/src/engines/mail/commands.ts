import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { type Command, command, text } from '#kernel/command.ts';

interface Surroundings {
  dir: string;
  host: string;
}

/** Commands for the setup of a mail server. */
export function mailEngineCommands({ dir, host }: Surroundings): Command[] {
  return [
    command({
      name: 'mail-engine config',
      route: { local: 'It writes files on the machine of the server.' },
      summary: 'Write the configuration files of Dovecot, Postfix and OpenDKIM to a folder.',
      options: {
        to: text('Output folder. The files are written to its subfolder etc/.'),
        host: text('Host name of the mail server.', { default: host }),
        certificate: text('Path of the TLS certificate with its chain.', { default: '' }),
        key: text('Path of the private key of the certificate.', { default: '' }),
        user: text('System user that runs Hostler.', { default: 'hostler' }),
      },
      columns: ['file'],
      async run({ to, host, certificate, key, user }) {
        const { makeConfigFiles } = await import('./dovecot-postfix/config-files.ts');
        const issued = `/etc/letsencrypt/live/${host}`;
        const files = makeConfigFiles({
          dir,
          host,
          certificate: certificate || `${issued}/fullchain.pem`,
          certificate_key: key || `${issued}/privkey.pem`,
          hostler_user: user,
        });
        for (const { path, text } of files) {
          await mkdir(dirname(join(to, path)), { recursive: true });
          await writeFile(join(to, path), text);
        }
        return files.map(({ path }) => ({ file: join(to, path) }));
      },
    }),
  ];
}

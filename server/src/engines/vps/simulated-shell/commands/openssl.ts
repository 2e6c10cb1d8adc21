import { createPrivateKey, generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { writeCertificateRequest } from '../certificate-request.ts';
import { readInside, writeInside } from '../inside.ts';
import { type Call, type Command, complain, print, resolvePath } from '../shell.ts';

/** Commands of OpenSSL that recipes and certificates use. Others succeed silently. */
const COMMANDS: Readonly<Record<string, Command>> = {
  rand({ args, io }) {
    const bytes = randomBytes(Math.min(Number(args.at(-1)) || 16, 1024));
    return print(io, `${bytes.toString(args.includes('-hex') ? 'hex' : 'base64')}\n`);
  },
  genpkey(call) {
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeInside(call.machine.inside, pathOf(call, '-out'), Buffer.from(pem));
    return 0;
  },
  req(call) {
    const key = read(call, '-key');
    const [, domain] = /^subjectAltName=DNS:(.+)$/.exec(optionOf(call, '-addext')) ?? [];
    if (key === undefined || domain === undefined) return complain(call.io, 'openssl: Could not read the key');
    return print(call.io, writeCertificateRequest(createPrivateKey(key), domain));
  },
  x509(call) {
    const pem = read(call, '-in');
    if (pem === undefined) return complain(call.io, 'openssl: Could not open the file');
    const { validFrom, validTo } = new X509Certificate(pem);
    if (call.args.includes('-startdate')) print(call.io, `notBefore=${validFrom}\n`);
    if (call.args.includes('-enddate')) print(call.io, `notAfter=${validTo}\n`);
    return 0;
  },
};

export const openssl: Command = (call) => COMMANDS[call.args[1] ?? '']?.(call) ?? 0;

function optionOf({ args }: Call, option: string): string {
  return args[args.indexOf(option) + 1] ?? '';
}

function pathOf(call: Call, option: string): string {
  return resolvePath(call.shell, optionOf(call, option));
}

function read(call: Call, option: string): Buffer | undefined {
  return readInside(call.machine.inside, pathOf(call, option)) ?? undefined;
}

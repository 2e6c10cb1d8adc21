import { t } from '@lingui/core/macro';
import type { OrderFields } from './order-fields.ts';

/** Same rules as the API, which has the last word. */
const HOSTNAME = /^(?=.{1,253}$)[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?(\.[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?)*$/i;
const SSH_KEY =
  /^(ssh-ed25519|ssh-rsa|ecdsa-sha2-nistp(256|384|521)|sk-ssh-ed25519@openssh\.com|sk-ecdsa-sha2-nistp256@openssh\.com) +[A-Za-z0-9+/]+={0,2}( .*)?$/;
const MOST_USER_DATA_BYTES = 32 * 1024;

/** Returns the problem of a host name, or null. */
export function checkHostname(hostname: string): string | null {
  const given = hostname.trim();
  if (given === '') return t`Enter a host name, like web1.example.com.`;
  return HOSTNAME.test(given) ? null : t`Use letters, digits, hyphens and dots, like web1.example.com.`;
}

/** Returns the problem of the first invalid line, or null. */
export function checkSshKeys(text: string): string | null {
  if (/PRIVATE KEY/.test(text)) return t`This is a private key. Keep it secret and enter the line of its .pub file.`;
  const lines = text.split('\n').map((line) => line.trim());
  const wrong = lines.findIndex((line) => line !== '' && !SSH_KEY.test(line));
  if (wrong < 0) return null;
  return t`Line ${wrong + 1} is not an OpenSSH public key, like ssh-ed25519 AAAA… you@example.com.`;
}

export function checkUserData(text: string): string | null {
  if (text.trim() === '') return null;
  if (new TextEncoder().encode(text).length > MOST_USER_DATA_BYTES) return t`Use at most 32 KiB.`;
  return /^#!|^#cloud-config[ \t\r]*(?:\n|$)/.test(text)
    ? null
    : t`Begin with #cloud-config or with #!, like #!/bin/sh.`;
}

/** Checks of the order form, run when a field is left and before the next step. */
export const ORDER_CHECKS = {
  hostname: checkHostname,
  // Keys are neither shown nor sent with the login by password.
  ssh_keys: (keys: string, { login }: OrderFields) => (login === 'password' ? null : checkSshKeys(keys)),
  user_data: checkUserData,
} satisfies Partial<Record<keyof OrderFields, (value: string, fields: OrderFields) => string | null>>;

/** Parts of an authorized_keys line that the API has validated. */
export interface SshKey {
  readonly line: string;
  readonly type: string;
  readonly comment: string;
}

export function readSshKey(line: string): SshKey {
  const [type = '', , ...comment] = line.split(' ');
  return { line, type, comment: comment.join(' ') };
}

/** Returns the fingerprint as in `ssh-keygen -l`; null over plain HTTP, where browsers have no digest API. */
export async function fingerprintOf({ line }: SshKey): Promise<string | null> {
  if (!window.crypto?.subtle) return null;
  const bytes = Uint8Array.from(atob(line.split(' ')[1] ?? ''), (letter) => letter.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`;
}

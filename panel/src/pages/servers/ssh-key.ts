/** The parts of a line of authorized_keys that the API has checked. */
export interface SshKey {
  readonly line: string;
  readonly type: string;
  readonly comment: string;
}

export function readSshKey(line: string): SshKey {
  const [type = '', , ...comment] = line.split(' ');
  return { line, type, comment: comment.join(' ') };
}

/** As `ssh-keygen -l` prints it; null where the browser has no digests, which is over plain HTTP. */
export async function fingerprintOf({ line }: SshKey): Promise<string | null> {
  if (!window.crypto?.subtle) return null;
  const bytes = Uint8Array.from(atob(line.split(' ')[1] ?? ''), (letter) => letter.charCodeAt(0));
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return `SHA256:${btoa(String.fromCharCode(...digest)).replace(/=+$/, '')}`;
}

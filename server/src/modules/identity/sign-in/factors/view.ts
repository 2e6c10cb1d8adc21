import { formatOptionalTime, formatTime } from '#kernel/time.ts';
import type { PersonRow } from '../../people/index.ts';
import type { PasskeyRow } from './passkeys/store.ts';

interface Found {
  person: PersonRow;
  pendingEmail: string | null;
  hasTotp: boolean;
  codesLeft: number;
  passkeys: readonly PasskeyRow[];
}

export function viewSecurity({ person, pendingEmail, hasTotp, codesLeft, passkeys }: Found) {
  return {
    email: person.email,
    pending_email: pendingEmail,
    name: person.name,
    password_changed_at: formatOptionalTime(person.password_changed_at),
    totp: hasTotp,
    recovery_codes_left: codesLeft,
    passkeys: passkeys.map((passkey) => ({
      ...viewPasskey(passkey),
      last_used_at: formatOptionalTime(passkey.last_used_at),
    })),
  };
}

export function viewPasskey({ id, name, created_at }: PasskeyRow) {
  return { id, name, created_at: formatTime(created_at) };
}

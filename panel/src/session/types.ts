/** Types of the session endpoints of the panel API. */
export type Environment = 'live' | 'test';
export type Right = 'keys' | 'people' | 'audit' | 'requests';

export interface Person {
  readonly id: number;
  readonly email: string;
  readonly name: string;
  /** Roles separated by commas. */
  readonly staff_role: string | null;
}

export interface Membership {
  readonly id: number;
  readonly name: string;
  readonly role: 'owner' | 'member';
  readonly scopes: readonly string[];
  readonly rights: readonly Right[];
  readonly environments: readonly Environment[];
  /** An owner has offered ownership to this member. */
  readonly ownership_offered: boolean;
  /** The account waits for review by staff. */
  readonly waiting: boolean;
  /** The account signed up itself and has not paid an invoice yet. */
  readonly unpaid: boolean;
  /** Staff suspended the account. */
  readonly suspension: { readonly cause: string; readonly reason: string; readonly since: string } | null;
}

export interface SignedIn {
  readonly person: Person;
  readonly accounts: readonly Membership[];
}

export interface CurrentSession extends SignedIn {
  readonly session: { readonly id: number; readonly confirmed_until: string | null; readonly expires_at: string };
  readonly second_factor: boolean;
}

export type SecondFactor = 'totp' | 'recovery_code' | 'passkey';

export interface SecondFactorRequired {
  readonly second_factor_required: true;
  readonly methods: readonly SecondFactor[];
}

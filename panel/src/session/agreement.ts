// Type checks only: the panel types must match the document of the panel API.
import type { MonitoringCheck, MonitoringRule } from '@hostler/sdk';
import type { ShopSettings } from '../app/shop-settings.ts';
import type { AuditEntry } from '../pages/customer/account/audit/queries.ts';
import type { Entry, EntryWithKeys, Removed } from '../pages/customer/account/people/queries.ts';
import type { NewTotp, RecoveryCodes, Security, SessionEntry } from '../pages/customer/account/security/queries.ts';
import type { ApiKey, NewApiKey } from '../pages/customer/developers/keys/queries.ts';
import type { LoggedRequest } from '../pages/customer/developers/requests/queries.ts';
import type { AlertPreferences } from '../pages/customer/monitoring/notifications/queries.ts';
import type { Quote } from '../pages/customer/order/queries.ts';
import type { Invitation } from '../pages/public/invitation/queries.ts';
import type { SignedUp } from '../pages/public/sign-up/confirm.tsx';
import type { PaymentMethod, StartedPayment, Way } from '../resources/billing/pay/queries.ts';
import type { BillingProfile } from '../resources/billing/profile/queries.ts';
import type * as door from './generated/types.gen.ts';
import type { CurrentSession, SecondFactorRequired, SignedIn } from './types.ts';

/** Compiles only if the API returns every field that a page reads. */
type Gives<_Read, _Given extends _Read> = true;

export type Agreement = [
  Gives<SignedIn | SecondFactorRequired, door.SessionsCreateResult>,
  Gives<CurrentSession, door.CurrentSession>,
  Gives<SessionEntry, door.Session>,
  Gives<Invitation, door.Invitation>,
  Gives<Security, door.Security>,
  Gives<NewTotp, door.TotpSecret>,
  Gives<RecoveryCodes, door.RecoveryCodes>,
  Gives<Entry, door.PersonOfAccount>,
  Gives<EntryWithKeys, door.PersonWithKeys>,
  Gives<Removed, door.Removed>,
  Gives<ApiKey, door.Key>,
  Gives<NewApiKey, door.NewKey>,
  Gives<AuditEntry, door.AuditEntry>,
  Gives<LoggedRequest, door.LoggedRequest>,
  Gives<MonitoringRule, door.MonitoringRule>,
  Gives<MonitoringCheck, door.MonitoringCheck>,
  Gives<AlertPreferences, door.MonitoringPreferences>,
  Gives<ShopSettings, door.SignUpSettings>,
  Gives<SignedUp, door.SignedUp>,
  Gives<Quote, door.Quote>,
  Gives<BillingProfile, door.BillingProfile>,
  Gives<PaymentMethod, door.PaymentMethod>,
  Gives<{ ways: readonly Way[] }, door.WaysToPay>,
  Gives<StartedPayment, door.StartedPayment>,
];

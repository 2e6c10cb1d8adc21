import { type PaymentDriverName, paymentDriverNames } from '#engines/payment/driver.ts';
import { ConfigError, type Settings } from './readers.ts';

/** Settings of payments. */
export interface PaymentSettings {
  /** Enabled drivers, in the order of the panel. */
  readonly drivers: readonly PaymentDriverName[];
  readonly stripe: StripeSettings | undefined;
}

export interface StripeSettings {
  readonly secretKey: string;
  readonly webhookSecret: string;
  /** Defaults to the API of Stripe. */
  readonly apiUrl: string | undefined;
}

export function readPayment(settings: Settings, demo: boolean): PaymentSettings {
  const drivers = readDrivers(settings, demo);
  return { drivers, stripe: drivers.includes('stripe') ? readStripe(settings) : undefined };
}

function readDrivers(settings: Settings, demo: boolean): PaymentDriverName[] {
  const setting = 'HOSTLER_PAYMENT_DRIVERS';
  const named = settings.text(setting) ?? (demo ? 'transfer,simulated' : 'transfer');
  const drivers = named.split(',').map((part) => {
    const found = paymentDriverNames.find((name) => name === part.trim());
    if (found) return found;
    throw new ConfigError(
      `${setting} names ${JSON.stringify(part.trim())}; it takes some of: ${paymentDriverNames.join(', ')}.`,
    );
  });
  const isPublic = settings.url('HOSTLER_PUBLIC_URL', ['http', 'https'])?.startsWith('https:') ?? false;
  if (drivers.includes('simulated') && isPublic && !demo) {
    throw new ConfigError(`${setting} names simulated, with which anybody pays without money; take it out.`);
  }
  return [...new Set(drivers)];
}

function readStripe(settings: Settings): StripeSettings {
  const why = 'HOSTLER_PAYMENT_DRIVERS names stripe';
  const read = (name: string, shape: RegExp, like: string) => {
    const value = settings.required(name, settings.text(name), why);
    // The value is a secret and must not be repeated.
    if (!shape.test(value)) throw new ConfigError(`${name} must begin with ${like}.`);
    return value;
  };
  return {
    secretKey: read(
      'HOSTLER_STRIPE_SECRET_KEY',
      /^(sk|rk)_(test|live)_\w+$/,
      'sk_live_, rk_live_, sk_test_ or rk_test_',
    ),
    webhookSecret: read('HOSTLER_STRIPE_WEBHOOK_SECRET', /^whsec_\w+$/, 'whsec_'),
    apiUrl: settings.url('HOSTLER_STRIPE_API_URL', ['http', 'https']),
  };
}

import { t } from '@lingui/core/macro';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** Loads the passkey library on first use. */
async function load() {
  return import('@simplewebauthn/browser');
}

/** Returns false for IP addresses such as 127.0.0.1: browsers support passkeys for host names only. */
export function canUsePasskeys(): boolean {
  const named = !/^[\d.]+$|:/.test(window.location.hostname);
  return named && window.isSecureContext && typeof window.PublicKeyCredential === 'function';
}

export async function provePasskey(options: PublicKeyCredentialRequestOptionsJSON) {
  const { startAuthentication } = await load();
  return explain(startAuthentication({ optionsJSON: options }));
}

export async function makePasskey(options: PublicKeyCredentialCreationOptionsJSON) {
  const { startRegistration } = await load();
  return explain(startRegistration({ optionsJSON: options }));
}

/** Replaces the browser's technical error messages. */
async function explain<T>(attempt: Promise<T>): Promise<T> {
  try {
    return await attempt;
  } catch (error) {
    const name = error instanceof Error ? error.name : '';
    if (name === 'InvalidStateError') throw new Error(t`This device already has a passkey for your login.`);
    if (name === 'NotAllowedError' || name === 'AbortError') {
      throw new Error(t`The passkey was not used: the request was cancelled or took too long.`);
    }
    throw error;
  }
}

import { HostlerApi } from './generated/calls.gen.ts';
import type { Action } from './generated/types.gen.ts';
import { Transport, type TransportOptions } from './transport.ts';
import { type WaitOptions, waitForAction } from './wait-for-action.ts';

export type HostlerOptions = TransportOptions;

/** Client of one Hostler server with the credentials of one account. */
export class Hostler extends HostlerApi {
  readonly #timeout: number | undefined;

  constructor(options: HostlerOptions) {
    super(new Transport(options));
    this.#timeout = options.timeout;
  }

  /** Waits until an action has ended. Throws a `HostlerError` with the reason if it failed. */
  waitForAction(id: number, options?: WaitOptions): Promise<Action> {
    return waitForAction(this.actions, id, options, this.#timeout);
  }
}

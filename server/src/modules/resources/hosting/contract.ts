import type { Query } from '@hostler/database';
import { notFound } from '#kernel/errors.ts';
import type { TrafficTerms } from './traffic/terms.ts';

/** The effect of a staff command on the subscription of a server. */
export interface ContractChange {
  /** One sentence for staff. */
  readonly summary: string;
  /** The resize that was queued; null if the size does not change now. */
  readonly actionId: number | null;
}

/** A subscription as staff see it beside its server. */
export interface Contract {
  readonly id: number;
  readonly plan: string;
  readonly status: string;
  readonly price: number;
  readonly currency: string;
  readonly billing_period: string;
  readonly current_period_end: string;
  readonly ends_at: string | null;
}

/** The price of billed traffic, in minor units. */
export interface TrafficPrice {
  /** Price of each started GB, at least 1. */
  readonly price: number;
  /** Most that the traffic of a month may cost. */
  readonly cap: number;
  /** True during a free trial: nothing is billed. */
  readonly isFree: boolean;
}

/** Price and number of extra addresses of a server. */
export interface AddressOffer {
  /** Per calendar month, in minor units. */
  readonly price: number;
  readonly currency: string;
  readonly tax_included: boolean;
  readonly max: number;
}

/** A server and the subscription that is to pay for it. */
export interface NewLink {
  readonly hostingId: number;
  readonly subscriptionId: number;
}

/** The subscription that pays for a server. Registered by the module that sells, as it stands on this one. */
export interface ServerContract {
  /**
   * Changes the plan, prorated, and resizes the server to it. Undefined if there is no subscription, or if it has the plan
   * already: then only the size is to be changed.
   */
  changePlan(accountId: number, id: number, plan: string, now: number): Query<ContractChange | undefined>;
  /**
   * Lets a subscription of the account pay for a server that has none. Throws NOT_FOUND or CONFLICT.
   */
  link(accountId: number, link: NewLink, now: number): Query<void>;
  /** Returns undefined if there is no subscription. */
  find(accountId: number, id: number): Query<Contract | undefined>;
  /**
   * Returns the price of traffic that is sent at this time. Undefined without a subscription or without a price in its currency: nothing can
   * be billed then.
   */
  findTrafficPrice(accountId: number, id: number, terms: TrafficTerms, at: number): Query<TrafficPrice | undefined>;
  /** Returns the sentence on the subscription of a server that keeps its plan while its size changes. */
  describeKept(accountId: number, id: number): Query<string>;
  /** Returns the sentence on the subscription of a server that is terminated. `keep`: it goes on without the server. */
  prepareTermination(accountId: number, id: number, keep: boolean, now: number): Query<string>;
  /** Returns whether an order that is not yet delivered names the firewall. */
  namesFirewall(accountId: number, firewallId: number): Query<boolean>;
  /** Returns undefined if no subscription pays for the server, or its plan offers no extra addresses. */
  findAddressOffer(accountId: number, id: number): Query<AddressOffer | undefined>;
  /** Sells an extra address at the price of the offer. Throws CONFLICT if the customer cannot buy it now. */
  sellAddress(accountId: number, id: number, address: string, now: number): Query<void>;
  /** Bills an extra address from now on, unless it was removed meanwhile. */
  beginAddress(accountId: number, id: number, address: string, now: number): Query<void>;
  /** Ends the billing of an extra address. */
  endAddress(accountId: number, id: number, address: string, now: number): Query<void>;
  /** Bills nothing for an extra address that could not be added. */
  cancelAddress(accountId: number, id: number, address: string): Query<void>;
  /** Bills an extra address again that could not be removed. */
  resumeAddress(accountId: number, id: number, address: string, now: number): Query<void>;
}

const NO_SUBSCRIPTION = 'No subscription pays for this server.';

/** Holds the contract that was registered; without one no server is sold. */
export class ServerContracts implements ServerContract {
  #contract: ServerContract | undefined;

  register(contract: ServerContract): void {
    this.#contract = contract;
  }

  *changePlan(accountId: number, id: number, plan: string, now: number): Query<ContractChange | undefined> {
    return this.#contract && (yield* this.#contract.changePlan(accountId, id, plan, now));
  }

  *link(accountId: number, link: NewLink, now: number): Query<void> {
    if (!this.#contract) throw notFound('Subscription');
    yield* this.#contract.link(accountId, link, now);
  }

  *find(accountId: number, id: number): Query<Contract | undefined> {
    return this.#contract && (yield* this.#contract.find(accountId, id));
  }

  *findTrafficPrice(accountId: number, id: number, terms: TrafficTerms, at: number): Query<TrafficPrice | undefined> {
    return this.#contract && (yield* this.#contract.findTrafficPrice(accountId, id, terms, at));
  }

  *describeKept(accountId: number, id: number): Query<string> {
    return this.#contract ? yield* this.#contract.describeKept(accountId, id) : NO_SUBSCRIPTION;
  }

  *prepareTermination(accountId: number, id: number, keep: boolean, now: number): Query<string> {
    return this.#contract ? yield* this.#contract.prepareTermination(accountId, id, keep, now) : NO_SUBSCRIPTION;
  }

  *namesFirewall(accountId: number, firewallId: number): Query<boolean> {
    return this.#contract !== undefined && (yield* this.#contract.namesFirewall(accountId, firewallId));
  }

  *findAddressOffer(accountId: number, id: number): Query<AddressOffer | undefined> {
    return this.#contract && (yield* this.#contract.findAddressOffer(accountId, id));
  }

  *sellAddress(accountId: number, id: number, address: string, now: number): Query<void> {
    yield* this.#contract?.sellAddress(accountId, id, address, now) ?? [];
  }

  *beginAddress(accountId: number, id: number, address: string, now: number): Query<void> {
    yield* this.#contract?.beginAddress(accountId, id, address, now) ?? [];
  }

  *endAddress(accountId: number, id: number, address: string, now: number): Query<void> {
    yield* this.#contract?.endAddress(accountId, id, address, now) ?? [];
  }

  *cancelAddress(accountId: number, id: number, address: string): Query<void> {
    yield* this.#contract?.cancelAddress(accountId, id, address) ?? [];
  }

  *resumeAddress(accountId: number, id: number, address: string, now: number): Query<void> {
    yield* this.#contract?.resumeAddress(accountId, id, address, now) ?? [];
  }
}

import type { ErrorDetail } from '#kernel/errors.ts';
import { domainOf, readAlias, readForward, readOwnAddress } from './address.ts';

const OWN = 'must be an address with letters, digits, dots, hyphens and underscores before the @, like jo@example.com.';
const FORWARD = 'must be an e-mail address, like jo@example.net.';

/** Reads the addresses of a request and collects their errors. */
export class AddressReader {
  readonly details: ErrorDetail[] = [];

  readAddress(text: string): string {
    return this.#read('address', text, readOwnAddress, OWN);
  }

  readAliases(texts: readonly string[] | undefined): string[] | undefined {
    return this.#readAll('aliases', texts, readAlias, `${OWN.slice(0, -1)}, or *@example.com.`);
  }

  readForwards(texts: readonly string[] | undefined): string[] | undefined {
    return this.#readAll('forward_to', texts, readForward, FORWARD);
  }

  /** Checks that aliases are on the domain of the mailbox and differ from its address. */
  checkDomain(aliases: readonly string[] | undefined, address: string): void {
    for (const [index, alias] of (aliases ?? []).entries()) {
      if (alias === '') continue;
      const field = `aliases[${index}]`;
      if (domainOf(alias) !== domainOf(address)) this.#report(field, `must be an address of ${domainOf(address)}.`);
      else if (alias === address) this.#report(field, 'is the address of the mailbox itself.');
    }
  }

  #readAll(
    field: string,
    texts: readonly string[] | undefined,
    read: (text: string) => string | undefined,
    hint: string,
  ): string[] | undefined {
    const seen = new Map<string, number>();
    return texts?.map((text, index) => {
      const address = this.#read(`${field}[${index}]`, text, read, hint);
      const first = seen.get(address);
      if (address === '') return address;
      if (first !== undefined) this.#report(`${field}[${index}]`, `is the same as ${field}[${first}].`);
      else seen.set(address, index);
      return address;
    });
  }

  #read(field: string, text: string, read: (text: string) => string | undefined, hint: string): string {
    const address = read(text);
    if (address === undefined) this.#report(field, hint);
    return address ?? '';
  }

  #report(field: string, message: string): void {
    this.details.push({ field, message });
  }
}

import type { ErrorDetail } from '#kernel/errors.ts';
import { domainOf, readAlias, readForward, readOwnAddress } from './address.ts';
import { fieldErrors } from './errors.ts';

type Problem = (field: string) => ErrorDetail;

/** Reads the addresses of a request and collects their errors. */
export class AddressReader {
  readonly details: ErrorDetail[] = [];

  readAddress(text: string): string {
    return this.#read('address', text, readOwnAddress, fieldErrors.mail_address_malformed);
  }

  readAliases(texts: readonly string[] | undefined): string[] | undefined {
    return this.#readAll('aliases', texts, readAlias, fieldErrors.alias_malformed);
  }

  readForwards(texts: readonly string[] | undefined): string[] | undefined {
    return this.#readAll('forward_to', texts, readForward, fieldErrors.forward_malformed);
  }

  /** Checks that aliases are on the domain of the mailbox and differ from its address. */
  checkDomain(aliases: readonly string[] | undefined, address: string): void {
    for (const [index, alias] of (aliases ?? []).entries()) {
      if (alias === '') continue;
      const field = `aliases[${index}]`;
      if (domainOf(alias) !== domainOf(address))
        this.details.push(fieldErrors.alias_of_another_domain(field, { domain: domainOf(address) }));
      else if (alias === address) this.details.push(fieldErrors.alias_is_mailbox(field));
    }
  }

  #readAll(
    field: string,
    texts: readonly string[] | undefined,
    read: (text: string) => string | undefined,
    problem: Problem,
  ): string[] | undefined {
    const seen = new Map<string, number>();
    return texts?.map((text, index) => {
      const address = this.#read(`${field}[${index}]`, text, read, problem);
      const first = seen.get(address);
      if (address === '') return address;
      if (first !== undefined)
        this.details.push(fieldErrors.address_repeated(`${field}[${index}]`, { other: `${field}[${first}]` }));
      else seen.set(address, index);
      return address;
    });
  }

  #read(field: string, text: string, read: (text: string) => string | undefined, problem: Problem): string {
    const address = read(text);
    if (address === undefined) this.details.push(problem(field));
    return address ?? '';
  }
}

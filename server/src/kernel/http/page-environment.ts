import type { Environment } from '../environment.ts';
import { OneOf } from '../schema.ts';
import { Type } from '../type.ts';
import type { Member, Reader } from './caller.ts';

/** Parameter of panel routes whose response differs between the environments. */
export const PageEnvironment = Type.Object({
  environment: Type.Optional(
    OneOf(['live', 'test'], { description: 'Environment of the page. The default is `live`.' }),
  ),
});

/** Returns the reader on a page of this environment. While the account is restricted, the scopes there differ. */
export function enterEnvironment({ account, credential, sandboxScopes }: Member, environment: Environment): Reader {
  const scopes = (environment === 'test' ? sandboxScopes : undefined) ?? credential.scopes;
  return { account, credential: { environment, scopes } };
}

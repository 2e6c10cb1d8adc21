import type { ApplicationWithCredentials, CatalogParameter } from '@hostler/sdk';
import { SecretBox } from '../../../parts/secret-box.tsx';
import { texts } from '../../../resources/applications/texts.ts';

interface CredentialsBoxProps {
  readonly application: ApplicationWithCredentials | null;
  readonly parameters: readonly CatalogParameter[];
  /** Values of the form, for the name to sign in with. */
  readonly given: Readonly<Record<string, unknown>>;
  readonly onClose: () => void;
}

/** Shows once where and how to sign in: the address, the user and the credentials, with the labels of the recipe. */
export function CredentialsBox({ application, parameters, given, onClose }: CredentialsBoxProps) {
  const show = (name: string, value: string) => ({
    label: parameters.find((parameter) => parameter.name === name)?.label ?? name,
    value,
    variable: name.toUpperCase(),
  });
  const users = parameters.flatMap(({ name, type }) => {
    const value = given[name];
    return type === 'string' && /(^|_)user$/.test(name) && value ? [show(name, String(value))] : [];
  });
  const address = addressOf(application);
  const secrets = [
    ...(address === null ? [] : [{ label: texts.address, value: address, variable: 'URL' }]),
    ...(application?.missing_records ?? []).map(({ name, type, content }) => ({
      label: texts.missingRecord(type, name),
      value: content,
      variable: `${type}_RECORD`,
    })),
    ...users,
    ...Object.entries(application?.credentials ?? {}).map(([name, value]) => show(name, value)),
  ];
  return (
    <SecretBox
      opened={application !== null}
      title={texts.credentialsTitle(application?.name ?? '')}
      secrets={secrets}
      whenLost={texts.whenLost}
      fileName={`${application?.slug ?? 'application'}.env`}
      onClose={onClose}
    />
  );
}

/** Returns the address that the application will have: with its domain once the certificate is installed. */
function addressOf(application: ApplicationWithCredentials | null): string | null {
  if (!application?.url || application.domain === null) return application?.url ?? null;
  return `https://${application.domain}${new URL(application.url).pathname}`;
}

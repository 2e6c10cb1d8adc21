import type { ApplicationWithCredentials, CatalogParameter } from '@hostler/sdk';
import { SecretBox } from '../../parts/secret-box.tsx';
import { texts } from './texts.ts';

interface CredentialsBoxProps {
  readonly application: ApplicationWithCredentials | null;
  readonly parameters: readonly CatalogParameter[];
  readonly onClose: () => void;
}

/** The secrets of what is being installed, the one time they can be seen, by the names its recipe gives them. */
export function CredentialsBox({ application, parameters, onClose }: CredentialsBoxProps) {
  const secrets = Object.entries(application?.credentials ?? {}).map(([name, value]) => ({
    label: parameters.find((parameter) => parameter.name === name)?.label ?? name,
    value,
    variable: name.toUpperCase(),
  }));
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

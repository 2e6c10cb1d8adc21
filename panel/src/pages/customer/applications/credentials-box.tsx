import type { ApplicationWithCredentials, CatalogParameter } from '@hostler/sdk';
import { SecretBox } from '../../../parts/secret-box.tsx';
import { texts } from '../../../resources/applications/texts.ts';

interface CredentialsBoxProps {
  readonly application: ApplicationWithCredentials | null;
  readonly parameters: readonly CatalogParameter[];
  readonly onClose: () => void;
}

/** Shows the generated credentials once, with the labels of the recipe. */
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

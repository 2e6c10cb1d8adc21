import { t } from '@lingui/core/macro';
import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Field for a new password. Length matters more than complexity; password managers are asked to generate one. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      description={t`At least 12 characters. A phrase of several words is easy to remember.`}
      autoComplete="new-password"
      minLength={12}
      maxLength={256}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

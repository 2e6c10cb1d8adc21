import { PasswordInput, type PasswordInputProps } from '@mantine/core';

/** Where a password is chosen: long beats complicated, and managers are asked to make one. */
export function NewPassword(props: PasswordInputProps) {
  return (
    <PasswordInput
      description="At least 12 characters. A phrase of several words is easy to remember."
      autoComplete="new-password"
      minLength={12}
      maxLength={256}
      required
      withAsterisk={false}
      {...props}
    />
  );
}

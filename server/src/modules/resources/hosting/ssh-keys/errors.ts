import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  key_file_unreadable: { code: 'BAD_REQUEST', message: 'The file {path} cannot be read.' },
});

export const fieldErrors = defineFieldErrors({
  key_damaged: 'is damaged. Copy the whole line of the .pub file.',
  key_ed25519_length: 'is not a valid ed25519 key: its length is wrong.',
  key_rsa_too_short: 'is an RSA key with {bits} bits. At least {min} are required.',
  key_rsa_too_long: 'is an RSA key with {bits} bits. At most {max} are allowed.',
  key_rsa_invalid: 'is not a valid RSA key.',
  key_curve_wrong: 'is damaged: its curve is not {curve}.',
  key_point_malformed: 'is no ECDSA key: its point is malformed.',
  key_without_application: 'is damaged: it names no application.',
  key_not_openssh: 'must be an OpenSSH public key on one line, like ssh-ed25519 AAAA… you@example.com.',
  key_not_one_line: 'must be one line without control characters; send several keys as several items.',
  key_comment_too_long: 'has a comment of more than {max} characters.',
  key_is_private: 'is a private key. It is now exposed: create a new key pair and send the line of its .pub file.',
  key_of_other_format: 'is not in OpenSSH format. Convert it with ssh-keygen -i -f FILE.',
  key_is_dsa: 'is a DSA key, which servers no longer accept. Use ed25519.',
  key_is_certificate: 'is a certificate. Send the public key itself.',
  key_with_options: 'must begin with the type of the key. Key options are not allowed.',
  key_of_other_type: 'is damaged: it does not hold a key of type {type}.',
});

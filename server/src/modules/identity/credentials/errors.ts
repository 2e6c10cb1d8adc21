import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  scope_not_known: { code: 'INVALID_SCOPES', message: '{scope} is not a scope.' },
  key_without_scopes: { code: 'INVALID_SCOPES', message: 'A key needs at least one scope.' },
  key_of_another_environment: {
    code: 'ENVIRONMENT_MISMATCH',
    message: 'This host does not serve {environment} keys. Use a key of another environment, or another host.',
  },
  key_not_allowed_from_address: {
    code: 'FORBIDDEN',
    message: 'This API key cannot be used from your IP address. Add the address to the allowed networks of the key.',
  },
  bearer_is_api_key: {
    code: 'INVALID_API_KEY',
    message: 'The bearer token is an API key. Send API keys in the header X-API-Key.',
  },
  api_key_invalid: {
    code: 'INVALID_API_KEY',
    message: 'The API key is malformed, unknown, revoked or expired. Check the key, or create a new one in the panel.',
  },
  access_token_invalid: {
    code: 'UNAUTHORIZED',
    message: 'The access token is unknown, expired or revoked. Get a new one with /auth/refresh.',
  },
  credentials_missing: {
    code: 'UNAUTHORIZED',
    message:
      'The request has no credentials. Send an API key in the header X-API-Key, or a token as Authorization: Bearer.',
  },
  environment_not_served: {
    code: 'ENVIRONMENT_MISMATCH',
    message: 'This host does not serve the environment {environment}.',
  },
  api_key_ended: { code: 'CONFLICT', message: 'This API key is expired or revoked. Create a new one.' },
  api_key_already_rolled: { code: 'CONFLICT', message: 'This API key was already rolled. Roll the new key instead.' },
  too_many_keys_today: {
    code: 'QUOTA_EXCEEDED',
    message: 'The limit of {max} new API keys per day is reached. Try again tomorrow.',
  },
  scopes_beyond_yours: {
    code: 'INVALID_SCOPES',
    message: 'A key cannot have scopes that you do not have. Remove those scopes.',
  },
  operator_key_not_allowed_from_address: {
    code: 'FORBIDDEN',
    message: 'This operator key cannot be used from your IP address. Create a key that allows the address.',
  },
  staff_needs_second_factor: {
    code: 'FORBIDDEN',
    message:
      'Staff need a second factor. Sign in with your passkey, or set up an authenticator app under Account → Security, then try again.',
  },
  operator_key_invalid: {
    code: 'INVALID_API_KEY',
    message: 'The operator key is malformed, unknown, revoked or expired. Check the key, or create a new one.',
  },
  staff_only: {
    code: 'UNAUTHORIZED',
    message: 'This API is for staff. Sign in as a staff member, or send an operator key.',
  },
  staff_role_beyond_yours: {
    code: 'FORBIDDEN',
    message: 'You do not have the role {role}. Choose a role that you have.',
  },
  refresh_token_invalid: {
    code: 'UNAUTHORIZED',
    message: 'The refresh token is unknown, expired, used or revoked. Get a new pair with /auth/token.',
  },
  device_request_from_page: {
    code: 'FORBIDDEN',
    message: 'This operation is for programs. A web page cannot request a key.',
  },
  device_requests_too_many: {
    code: 'RATE_LIMIT_EXCEEDED',
    message: 'Too many programs wait for approval. Try again in {seconds} seconds.',
  },
  device_challenge_used: {
    code: 'CONFLICT',
    message: 'This challenge was already used. Create a new verifier, then try again.',
  },
  device_code_unknown: {
    code: 'NOT_FOUND',
    message: 'This code is wrong or has expired. Compare it with the code in your terminal, or start again there.',
  },
  device_request_unknown: {
    code: 'NOT_FOUND',
    message: 'This request is unknown or has expired. Start again.',
  },
  device_request_decided: {
    code: 'CONFLICT',
    message: 'This request was already approved or denied. Start again in your terminal.',
  },
  device_key_collected: {
    code: 'CONFLICT',
    message: 'The key was already collected. It is revoked now, because two programs may have it. Start again.',
  },
  device_approver_left: {
    code: 'FORBIDDEN',
    message: 'The person who approved this request can no longer use the account. Start again.',
  },
  scopes_beyond_key: { code: 'INVALID_SCOPES', message: 'The key does not have all requested scopes. See details.' },
});

export const fieldErrors = defineFieldErrors({
  not_a_network: 'must be an address or a network like 203.0.113.0/24.',
  scope_required: 'must name at least one scope.',
  not_a_scope: '{scope} is not a scope.',
  scope_not_yours: 'you do not have {scope}.',
  scope_not_of_key: 'the key does not have {scope}.',
  scopes_unknown: 'must be some of: {scopes}.',
  expiry_out_of_range: 'must be in the future and at most 10 years away.',
  rate_limit_out_of_range: 'must be 1 to 100,000.',
});

import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  application_for_other_system: {
    code: 'CONFLICT',
    message: '{name} requires {systems}, and this server was created from {image}.',
  },
  application_needs_memory: {
    code: 'CONFLICT',
    message: '{name} needs {needed} MB of memory, and this server has {has} MB.',
  },
  application_needs_disk: {
    code: 'CONFLICT',
    message: '{name} needs a disk of {needed} GB, and that of this server has {has} GB.',
  },
  application_needs_nesting: {
    code: 'CONFLICT',
    message: '{name} runs containers of its own, which this server may not. Ask for a plan that allows it.',
  },
  application_changed_concurrently: {
    code: 'CONFLICT',
    message: 'This application was changed concurrently. Try again.',
  },
  applications_not_supported: {
    code: 'CONFLICT',
    message: 'Applications cannot be installed on this server because its engine cannot run commands inside it.',
  },
  applications_need_running_vps: {
    code: 'VPS_NOT_RUNNING',
    message: 'This server is {status}. Start it first: applications require a running server.',
  },
  vps_action_in_progress: {
    code: 'CONFLICT',
    message: 'Another action on this server is in progress. Wait until it ends.',
  },
  application_in_progress: { code: 'CONFLICT', message: '{name} is {doing} on this server. Wait until that ends.' },
  application_domain_used: {
    code: 'CONFLICT',
    message: '{name} already uses the domain {domain}. Remove it first, or choose another name.',
  },
  application_only_once: {
    code: 'CONFLICT',
    message: 'This server already has {name}, which can be installed only once.',
  },
});

export const fieldErrors = defineFieldErrors({
  parameter_malformed: 'must be like name=value.',
  recipe_parameter_repeated: 'is the name of another parameter too.',
  only_for_secret: 'is only for a secret.',
  not_for_generated: 'is not for what is generated.',
  only_for_string: 'is only for a string.',
  secret_with_default: 'must not be there: everybody would know the secret.',
  secret_too_short: 'must be at least {min} for a secret.',
  max_below_min: 'must not be less than min.',
  recipe_max_out_of_range: 'must be between 1 and {max} characters.',
  recipe_min_too_small: 'must be at least 1; what may be left out is not required.',
  only_for_string_or_secret: 'is only for a string or a secret.',
  not_a_regular_expression: 'is not a regular expression.',
  recipe_parameter_unknown: 'uses {name}, and there is no such parameter.',
  recipe_https_without_domain: 'needs a parameter named domain, a string that is not required and has no default.',
  not_a_public_name: 'must be a full host name, such as shop.example.com.',
  recipe_url_malformed: 'must begin with http:// or https://.',
  recipe_url_shows_secret: 'must not show the secret {name}.',
  parameters_too_large: 'must not be larger than {kib} KiB.',
  recipe_slug_differs: 'must be {slug}, as the file is called.',
  application_not_in_catalog: 'is not in the catalog. See /applications/catalog.',
});

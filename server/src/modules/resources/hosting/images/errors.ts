import { defineErrors, defineFieldErrors } from '#kernel/define-errors.ts';

export const errors = defineErrors({
  too_many_images: { code: 'CONFLICT', message: 'At most {max} images can be listed.' },
  image_already_listed: { code: 'CONFLICT', message: 'The image {slug} is listed already. Change it instead.' },
  plan_without_image: {
    code: 'CONFLICT',
    message: '{plan} has no image that can be ordered at the moment. Choose another plan.',
  },
});

export const fieldErrors = defineFieldErrors({
  image_not_of_plan: 'must be one of {images}.',
  image_slug_malformed: 'must be a name on the engine: debian/13.',
  image_name_malformed: 'must be a name like debian.',
  image_version_too_long: 'is too long.',
  user_name_malformed: 'must be a user name like root.',
  image_deprecated: '{image} is deprecated. Choose another.',
  image_needs_disk: '{image} needs a disk of at least {min} GiB.',
  image_needs_memory: '{image} needs at least {min} MiB of memory.',
  image_without_cloud_init: 'cannot be used: {image} has no cloud-init. Choose another image.',
});

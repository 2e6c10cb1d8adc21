import { Nullable, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

const Count = (description: string) => Nullable(Type.Integer({ minimum: 0, description, examples: [1] }));

export const FirstSteps = Resource('FirstSteps', 'Numbers that show which first steps of a new account are done.', {
  keys: Count('Number of API keys; null without the right `keys`.'),
  webhooks: Count('Number of webhooks in the environment of the page; null without the scope `webhooks.write`.'),
});

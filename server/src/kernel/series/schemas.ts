import { type Static, Type } from '../type.ts';

const Time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 64, description, examples: ['2026-11-15T01:50:36+00:00'] }));

/** Query parameters of a series: start, end and step. */
export const WindowQuery = Type.Object({
  start: Time('Start of the window, as a date-time or epoch seconds. Default: one hour before `end`.'),
  end: Time('End of the window, as a date-time or epoch seconds. Default: now.'),
  step: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        'Seconds between two points. The value is raised if it is finer than the samples or yields more than 1,500 points.',
      examples: [60],
    }),
  ),
});
export type WindowQuery = Static<typeof WindowQuery>;

/** A value for each step of the window. */
export const Series = (unit: string, description: string) =>
  Type.Object(
    {
      unit: Type.String({ description: 'Unit of the values.', examples: [unit] }),
      values: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: 'Pairs of epoch seconds and value, oldest first. Steps without samples are left out.',
        examples: [[[1_794_707_436, 12.5]]],
      }),
    },
    { description, additionalProperties: false },
  );

import { type Static, Type } from '../http/type.ts';

const Time = (description: string) =>
  Type.Optional(Type.String({ maxLength: 64, description, examples: ['2026-11-15T01:50:36+00:00'] }));

/** Query parameters of a series: start, end and step. */
export const WindowQuery = Type.Object({
  start: Time('Date-time or epoch seconds; an hour before the end when absent.'),
  end: Time('Date-time or epoch seconds; now when absent.'),
  step: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 31_536_000,
      description:
        'Seconds from point to point. One that is finer than the readings, or makes more than 1,500 points, is raised.',
      examples: [60],
    }),
  ),
});
export type WindowQuery = Static<typeof WindowQuery>;

/** One value for each step of the window. */
export const Series = (unit: string, description: string) =>
  Type.Object(
    {
      unit: Type.String({ examples: [unit] }),
      values: Type.Array(Type.Array(Type.Number(), { minItems: 2, maxItems: 2 }), {
        description: 'Pairs of epoch seconds and value, oldest first. A time without readings has no pair.',
        examples: [[[1_794_707_436, 12.5]]],
      }),
    },
    { description, additionalProperties: false },
  );

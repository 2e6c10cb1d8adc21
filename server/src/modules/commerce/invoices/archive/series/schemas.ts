import { Nullable, OneOf, Resource } from '#kernel/schema.ts';
import { Type } from '#kernel/type.ts';

export const SeriesState = Resource('DocumentSeries', 'The numbers of the invoices or credit notes of one year.', {
  series: Type.String({ description: 'Beginning of the numbers.', examples: ['INV-2026'] }),
  in_database: Type.Integer({ description: 'Last number in the database.', examples: [42] }),
  in_archive: Type.Integer({ description: 'Last number in the document archive.', examples: [42] }),
  state: OneOf(['equal', 'archive ahead', 'database ahead'], { description: 'Comparison of both numbers.' }),
  moved: Nullable(Type.String({ description: 'The last move of the numbers by staff; null if there was none.' })),
});

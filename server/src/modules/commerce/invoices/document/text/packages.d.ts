// These packages have no types.
declare module 'bidi-js' {
  export interface Bidi {
    /** For every UTF-16 unit: odd if it is read from right to left. */
    getEmbeddingLevels(text: string): { readonly levels: Uint8Array };
    getMirroredCharacter(character: string): string | null;
  }
  export default function createBidi(): Bidi;
}
declare module 'fontkit' {
  export interface Font {
    readonly ascent: number;
    readonly unitsPerEm: number;
    hasGlyphForCodePoint(code: number): boolean;
    layout(
      text: string,
      features: readonly string[],
    ): {
      readonly direction: 'ltr' | 'rtl';
      readonly advanceWidth: number;
      readonly glyphs: readonly { readonly codePoints: readonly number[] }[];
    };
  }
  export function create(file: Buffer): Font;
}
declare module 'linebreak' {
  /** Lists the places where a line may end, by UAX #14. */
  export default class LineBreaker {
    constructor(text: string);
    nextBreak(): { readonly position: number; readonly required: boolean } | null;
  }
}

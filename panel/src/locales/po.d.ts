declare module '*.po?panel' {
  export const messages: Readonly<Record<string, import('./text.ts').Text>>;
}

declare module '*.po?console' {
  export const messages: Readonly<Record<string, import('./text.ts').Text>>;
}

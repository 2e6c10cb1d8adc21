declare module '*.po?panel' {
  export const messages: import('@lingui/core').Messages;
}

declare module '*.po?console' {
  export const messages: import('@lingui/core').Messages;
}

/** Returns how much larger than 16 pixels the font of the browser is, for canvases, which know pixels only. */
export function rootScale(): number {
  return Number.parseFloat(getComputedStyle(document.documentElement).fontSize) / 16;
}

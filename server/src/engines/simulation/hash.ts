/** Returns a stable 32-bit number for a text (FNV-1a, then mixed): the same on every machine and in every version. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixBits(hash);
}

/** Returns a stable number in [0, 1) for a seed and an index: noise that can be read in any order. */
export function drawNoise(seed: number, index: number): number {
  return mixBits(seed ^ Math.imul(index | 0, 0x9e3779b1)) / 2 ** 32;
}

function mixBits(value: number): number {
  let bits = value;
  bits = Math.imul(bits ^ (bits >>> 16), 0x85ebca6b);
  bits = Math.imul(bits ^ (bits >>> 13), 0xc2b2ae35);
  return (bits ^ (bits >>> 16)) >>> 0;
}

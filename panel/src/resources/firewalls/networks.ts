const IPV4_AS_IPV6 = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;

/** Returns true if the network, or single address, contains the address. Invalid text contains nothing. */
export function containsAddress(network: string, address: string): boolean {
  const [base = '', length, ...rest] = network.split('/');
  if (rest.length > 0 || (length !== undefined && !/^\d{1,3}$/.test(length))) return false;
  const [first, wanted] = [readBits(base), readBits(address)];
  if (first === null || wanted === null || first.length !== wanted.length) return false;
  return wanted.startsWith(length === undefined ? first : first.slice(0, Number(length)));
}

/** Returns an IP address as text of 32 or 128 binary digits; null if the text is no address. */
function readBits(text: string): string | null {
  const address = IPV4_AS_IPV6.exec(text)?.[1] ?? text;
  return address.includes(':') ? readIpv6(address) : readIpv4(address);
}

function readIpv4(address: string): string | null {
  const bytes = address.split('.');
  if (bytes.length !== 4 || bytes.some((byte) => !/^\d{1,3}$/.test(byte) || Number(byte) > 255)) return null;
  return bytes.map((byte) => Number(byte).toString(2).padStart(8, '0')).join('');
}

function readIpv6(address: string): string | null {
  const [head = '', tail, ...rest] = address.split('::');
  if (rest.length > 0) return null;
  const [left, right] = [splitGroups(head), splitGroups(tail ?? '')];
  const zeros = tail === undefined ? 0 : Math.max(0, 8 - left.length - right.length);
  const groups = [...left, ...Array<string>(zeros).fill('0'), ...right];
  if (groups.length !== 8 || groups.some((group) => !/^[\da-f]{1,4}$/i.test(group))) return null;
  return groups.map((group) => Number.parseInt(group, 16).toString(2).padStart(16, '0')).join('');
}

function splitGroups(part: string): string[] {
  return part === '' ? [] : part.split(':');
}

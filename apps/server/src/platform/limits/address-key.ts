import { isIPv6 } from 'node:net';

/** Whom an address stands for when tries are counted: a household has a whole IPv6 /64 to itself. */
export function addressKey(address: string) {
  const plain = address.replace(/^::ffff:/i, '');
  if (!isIPv6(plain)) return plain;
  const { hostname } = new URL(`http://[${plain.split('%', 1)[0]}]`);
  const [left = '', right = ''] = hostname.slice(1, -1).split('::');
  const head = left.split(':').filter(Boolean);
  const tail = right.split(':').filter(Boolean);
  const whole = [...head, ...Array(8 - head.length - tail.length).fill('0'), ...tail];
  return `${whole.slice(0, 4).join(':')}::/64`;
}

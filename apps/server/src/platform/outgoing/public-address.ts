import { BlockList, isIP, isIPv4 } from 'node:net';

/** Of IPv4, what is not for everybody. Source: IANA's special-purpose address registry. */
const special = new BlockList();
for (const range of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12', '192.0.0.0/24'],
  ...['192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24'],
  ...['224.0.0.0/4', '240.0.0.0/4'],
])
  add(special, range, 'ipv4');

/** Of IPv6, only global unicast is for everybody, without what leads back into IPv4 or is set aside. */
const global = new BlockList();
add(global, '2000::/3', 'ipv6');
for (const range of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) add(special, range, 'ipv6');

const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i;
const localName = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|invalid|home\.arpa)\.?$/i;

/** Whether an IP address can be anyone's on the Internet: not this machine, its network, or set aside. */
export function isPublicAddress(address: string) {
  const plain = mapped.exec(address)?.[1] ?? address;
  if (isIPv4(plain)) return !special.check(plain, 'ipv4');
  return isIP(plain) === 6 && global.check(plain, 'ipv6') && !special.check(plain, 'ipv6');
}

/**
 * Whether a web address names a host that may be public, told without asking the network: neither a private IP address
 * nor a name that only works at home. What a name leads to is only known once it is fetched.
 */
export function namesPublicHost(url: string) {
  const hostname = URL.parse(url)?.hostname.replace(/^\[|\]$/g, '') ?? '';
  if (isIP(hostname)) return isPublicAddress(hostname);
  return /[^.]\.[^.]/.test(hostname) && !localName.test(hostname);
}

function add(list: BlockList, range: string, family: 'ipv4' | 'ipv6') {
  const [net = '', bits] = range.split('/');
  list.addSubnet(net, Number(bits), family);
}

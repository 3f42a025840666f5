import { BlockList, isIPv6 } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Whether a proxy in front is missing in TRUST_PROXY: all readers then share one address. */
export type ProxyWatch = { isUnseen: boolean };

export const unseenProxyWords =
  '前面有反向代理，而 TRUST_PROXY 是 0：所有读者被当成同一个地址，一个人输错密码会让所有人都登录不了。请按代理的层数设置 TRUST_PROXY（一层设为 1）再重启';

/** Address that `mojian doctor` claims to come from, to see what proxies make of it. Of a range for documentation: no visitor has it. */
export const addressOfDoctor = '203.0.113.77';

const near = new BlockList();
near.addSubnet('127.0.0.0', 8);
near.addSubnet('10.0.0.0', 8);
near.addSubnet('172.16.0.0', 12);
near.addSubnet('192.168.0.0', 16);
near.addAddress('::1', 'ipv6');
near.addSubnet('fc00::', 7, 'ipv6');

/** Detects a missing TRUST_PROXY in the first requests and logs it once. The doctor's own header is no proxy's, unless one added to it. */
export function watchForProxy(app: FastifyInstance, trustProxy: number, watch: ProxyWatch) {
  if (trustProxy > 0) return;
  app.addHook('onRequest', (request, _reply, next) => {
    const forwarded = request.headers['x-forwarded-for'];
    if (watch.isUnseen || !forwarded || forwarded === addressOfDoctor) return next();
    if (isNear(request.socket.remoteAddress)) {
      watch.isUnseen = true;
      app.log.warn(unseenProxyWords);
    }
    next();
  });
}

/** Whether an address is of this machine or of a private network. */
export function isNear(address = '') {
  const plain = address.replace(/^::ffff:/i, '');
  return near.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

import { plainText, refusalByCode, senderTo, withinBytes } from './sender.ts';

/** Apple takes 4096 bytes with all around it. */
const mostBytes = 2000;

export const sendToBark = senderTo({
  name: 'Bark',
  request({ url }, message) {
    const { site, title, url: page } = message;
    const body = withinBytes(plainText(message), mostBytes).split('\n').slice(1).join('\n');
    return { url, body: JSON.stringify({ title: `${site}：${title}`.slice(0, 80), body, url: page, group: site }) };
  },
  refusalIn: (answer) =>
    refusalByCode(answer, {
      code: 'code',
      words: 'message',
      accepts: ({ code }) => code === 200,
      known: {},
      reasons,
    }),
});

const reasons = [
  ['device token', '没有这台手机。打开手机上的 Bark，重新复制地址'],
  ['device key', '没有这台手机。打开手机上的 Bark，重新复制地址'],
  ['BadDeviceToken', '手机上的 Bark 重装过了。打开它，重新复制地址'],
  ['Unregistered', '手机上的 Bark 卸载了。装好之后重新复制地址'],
  ['Payload', '内容太长'],
] as const;

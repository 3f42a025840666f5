import { createHmac } from 'node:crypto';
import { plainText, refusalByCode, senderTo, withinBytes } from './sender.ts';

/** 钉钉 takes 20,000 bytes of request; a message this long is read by nobody. */
const mostBytes = 6000;

/** 310000 tells in its words which of the robot's conditions failed. */
const reasons = [
  ['keywords not in content', '内容里没有机器人要的关键词。在钉钉里把站名加进它的关键词，或改用「加签」'],
  ['sign not match', '签名不对。把机器人的「加签」密钥重新填到这里'],
  ['invalid timestamp', '时间差得太多。请装站的人校准服务器的时钟'],
  ['not in whitelist', '机器人只收指定 IP 发来的。在钉钉里把服务器的 IP 加进去'],
] as const;

const known = {
  310000: '安全设置没有通过。核对机器人的「加签」密钥、关键词与 IP',
  300001: '没有这个机器人。去群里重新添加一个，把新地址填到这里',
  400013: '这个群已经不在了。换一个群里的机器人',
  400101: '没有这个机器人。去群里重新添加一个，把新地址填到这里',
  400102: '这个机器人被停用了。去群里启用它',
  400105: '不认这种消息',
  400106: '没有这个机器人。去群里重新添加一个，把新地址填到这里',
  130101: '发得太快，一分钟最多二十条，过十分钟会再试',
  410100: '发得太快，过一会儿会再试',
  430101: '内容里有钉钉认为不安全的网址',
  430102: '内容里有钉钉认为不合适的话',
  430104: '内容里有钉钉认为不合适的话',
  '-1': '钉钉正忙，过一会儿会再试',
};

/** Signature of a moment, base64: HMAC-SHA256 by the secret, of the time in milliseconds and the secret. */
export function dingtalkSignature(secret: string, now: number) {
  return createHmac('sha256', secret).update(`${now}\n${secret}`).digest('base64');
}

export const sendToDingtalk = senderTo({
  name: '钉钉',
  request({ url, secret }, message, now) {
    const signed = new URL(url);
    if (secret !== '') {
      signed.searchParams.set('timestamp', String(now));
      signed.searchParams.set('sign', dingtalkSignature(secret, now));
    }
    const content = withinBytes(plainText(message), mostBytes);
    return { url: signed.href, body: JSON.stringify({ msgtype: 'text', text: { content } }) };
  },
  refusalIn: (answer) =>
    refusalByCode(answer, {
      code: 'errcode',
      words: 'errmsg',
      accepts: ({ errcode }) => errcode === 0,
      known,
      reasons,
    }),
});

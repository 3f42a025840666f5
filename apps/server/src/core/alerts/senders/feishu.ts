import { createHmac } from 'node:crypto';
import { plainText, refusalByCode, senderTo, withinBytes } from './sender.ts';

/** 飞书 takes 20 KB of request; a message this long is read by nobody. */
const mostBytes = 6000;

const known = {
  19001: '没有这个机器人。去群里重新添加一个，把新地址填到这里',
  19002: '请求的写法不对',
  19021: '签名不对，或服务器的时钟差得太多。把机器人的签名密钥重新填到这里',
  19022: '机器人只收指定 IP 发来的。在飞书里把服务器的 IP 加进去',
  19024: '内容里没有机器人要的关键词。在飞书里把站名加进它的关键词，或改用「签名校验」',
  9499: '地址或请求的写法不对，核对一下地址',
  11232: '发得太快，过一会儿会再试',
};

/** Signature of a moment, base64: HMAC-SHA256 of nothing, by the time in seconds and the secret. */
export function feishuSignature(secret: string, seconds: number) {
  return createHmac('sha256', `${seconds}\n${secret}`).digest('base64');
}

export const sendToFeishu = senderTo({
  name: '飞书',
  request({ url, secret }, message, now) {
    const seconds = Math.floor(now / 1000);
    const signed = secret === '' ? {} : { timestamp: String(seconds), sign: feishuSignature(secret, seconds) };
    // a commenter's `<at user_id="all">` would call the whole group
    const text = withinBytes(plainText(message), mostBytes).replaceAll('<', '＜');
    return { url, body: JSON.stringify({ ...signed, msg_type: 'text', content: { text } }) };
  },
  refusalIn: (answer) =>
    refusalByCode(answer, { code: 'code', words: 'msg', accepts: ({ code }) => code === 0, known }),
});

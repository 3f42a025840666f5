import { randomUUID } from 'node:crypto';
import type { SelfTestResult } from '@mojian/contract/operations/self-tests';
import type { Settings } from '../../core/settings/settings.ts';
import { signatureOf } from '../../members/wechat/signature.ts';
import { fetchWithin, NoAnswer } from '../../platform/outgoing/outgoing.ts';

const limits = { time: 5000, bytes: 1000 };

/** Knocks at our own door from outside, as WeChat does when the address is entered there. */
export async function tryWechatAccount(siteUrl: string, { token }: Settings['wechatAccount']): Promise<SelfTestResult> {
  if (token === '') return { ok: false, text: '先填好 Token，保存之后再试' };
  const [timestamp, nonce, echostr] = [`${Math.floor(Date.now() / 1000)}`, randomUUID(), randomUUID()];
  const query = { signature: signatureOf(token, timestamp, nonce), timestamp, nonce, echostr };
  const address = `${siteUrl}/wechat/callback`;
  try {
    const answer = await fetchWithin(`${address}?${new URLSearchParams(query)}`, {}, limits);
    if ((await answer.text()) === echostr) return { ok: true, text: '回调地址答得对' };
    return { ok: false, text: `${address} 答得不对（${answer.status}）：前面的代理有没有改动地址？` };
  } catch (error) {
    if (!(error instanceof NoAnswer)) throw error;
    return { ok: false, text: `从本站连不到 ${address}：${error.message}` };
  }
}

import { z } from 'zod';
import type { Settings } from '../../core/settings/settings.ts';
import { readWechatXml, seal, unseal, wechatSignature, writeXml } from './message.ts';

type Account = Settings['wechatAccount'];
type SimulatedMessage = { message: Record<string, string | number>; isEncrypted: boolean };

const reply = z.object({ Content: z.string() });
const envelope = z.object({ Encrypt: z.string() });

/** Sends a message as WeChat's server does, and returns the words it is answered with, '' for none. */
export async function simulate(siteUrl: string, account: Account, { message, isEncrypted }: SimulatedMessage) {
  const now = Math.floor(Date.now() / 1000);
  const xml = writeXml({ ToUserName: 'gh_simulated', CreateTime: now, ...message });
  const { query, body } = isEncrypted ? sealed(account, xml, `${now}`) : plain(account, xml, `${now}`);
  const response = await fetch(`${siteUrl}/wechat/callback?${new URLSearchParams(query)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/xml' },
    body,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`站点回答 ${response.status}：${text}`);
  if (text === 'success') return '';
  return reply.parse(await readWechatXml(isEncrypted ? await opened(account, text) : text)).Content;
}

function plain({ token }: Account, body: string, timestamp: string) {
  const nonce = crypto.randomUUID();
  return { query: { signature: wechatSignature(token, timestamp, nonce), timestamp, nonce }, body };
}

function sealed(account: Account, xml: string, timestamp: string) {
  const { token, aesKey, appId } = account;
  const Encrypt = seal(aesKey, { text: xml, appId });
  const { query } = plain(account, xml, timestamp);
  const msg_signature = wechatSignature(token, timestamp, query.nonce, Encrypt);
  return {
    query: { ...query, encrypt_type: 'aes', msg_signature },
    body: writeXml({ ToUserName: 'gh_simulated', Encrypt }),
  };
}

async function opened({ aesKey }: Account, text: string) {
  const { Encrypt } = envelope.parse(await readWechatXml(text));
  return unseal(aesKey, Encrypt)?.text ?? '';
}

import { execFileSync } from 'node:child_process';
import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { dingtalkSignature } from './dingtalk.ts';
import { feishuSignature } from './feishu.ts';
import { plainText, withinBytes } from './sender.ts';
import { isWebhookSecret, newWebhookSecret, webhookSignature } from './webhook.ts';

test('a webhook is signed as the published example is, and as the library of the standard verifies', () => {
  const body = '{"event_type":"ping","data":{"success":true}}';
  const published = { id: 'msg_loFOjxBNrRLzqYUf', seconds: 1731705121, body };
  const signature = webhookSignature('whsec_plJ3nmyCDGBKInavdOK15jsl', published);
  expect(signature).toBe('v1,rAvfW3dJ/X/qxhsaXPOyyCGmRKsaKWcsNccKXlIktD0=');

  const secret = newWebhookSecret();
  const seconds = Math.floor(Date.now() / 1000);
  const headers = {
    'webhook-id': 'alert_1',
    'webhook-timestamp': String(seconds),
    'webhook-signature': webhookSignature(secret, { id: 'alert_1', seconds, body }),
  };
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(() => new Webhook(secret).verify(`${body} `, headers)).toThrow();
});

test.each([
  ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  ['MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', true],
  ['whsec_short', false],
  ['whsec_没有这样的密钥没有这样的密钥没有这样的密钥', false],
  [`whsec_${'A'.repeat(120)}`, false],
])('%s is a secret of a webhook: %s', (secret, expected) => expect(isWebhookSecret(secret)).toBe(expected));

/** HMAC-SHA256 in base64 by another program than the one under test. */
function openssl(key: string, data: string) {
  const hex = Buffer.from(key).toString('hex');
  const made = execFileSync('openssl', ['dgst', '-sha256', '-mac', 'HMAC', '-macopt', `hexkey:${hex}`, '-binary'], {
    input: data,
  });
  return made.toString('base64');
}

test('钉钉 and 飞书 are signed as their documents say: time and secret, each in its own order', () => {
  const secret = 'SEC6816d5f8c552a52f6deb9d5d0e2faac0';
  expect(dingtalkSignature(secret, 1547113113000)).toBe(openssl(secret, `1547113113000\n${secret}`));
  expect(feishuSignature('demo', 1599360473)).toBe(openssl('1599360473\ndemo', ''));
});

test('a text is cut to the bytes a service takes, and keeps the address at its end', () => {
  const lines = Array.from({ length: 200 }, (_, at) => `${at} 林深时：修伞老人那段我读了两遍 🌧`);
  const url = 'https://mojian.example/admin';
  const whole = plainText({ id: '', site: '墨笺', title: '200 件事', lines, url, items: [], createdAt: 0 });
  for (const most of [500, 2000, 2048, 6000]) {
    const cut = withinBytes(whole, most);
    expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(most);
    expect(cut.endsWith(`…\n${url}`)).toBe(true);
    expect(cut.startsWith('墨笺：200 件事\n0 林深时')).toBe(true);
    expect(cut).not.toContain('\ufffd');
  }
  expect(withinBytes('短', 2000)).toBe('短');
});

import { expect, test } from 'vitest';
import { freshSite } from '../../../../test/fresh-site.ts';
import { startSmtp } from '../../../../test/smtp.ts';
import { openAlertService } from '../../../../test/stand-ins/alert-service.ts';

const site = freshSite({ canMail: false });

type Tried = Parameters<ReturnType<typeof site.office>['alerts']['test']>[0]['body'];
const tryOut = (body: Tried) => site.office(site.owner).alerts.test({ body });
const trial = '这是一条试发的提醒';
const page = 'https://mojian.example/admin/alerts';

/** As the documents of each service have it: what it takes, an answer that accepts, and answers that refuse. */
const services = {
  wecom: {
    path: '/cgi-bin/webhook/send?key=693a91f6-7xxx-4bc4-97a0-0ec2sifa5aaa',
    ok: { errcode: 0, errmsg: 'ok' },
    takes: { msgtype: 'text', text: { content: expect.stringMatching(new RegExp(`^墨笺：${trial}\n`)) } },
    refusals: [
      [
        { errcode: 93000, errmsg: 'invalid webhook url, hint: [1593...]' },
        '企业微信没有收：这个机器人已经不在群里了。去群里重新添加一个，把新地址填到这里（93000）',
      ],
      [{ errcode: 45009, errmsg: 'api freq out of limit' }, '发得太快'],
      [{ errcode: 12345, errmsg: 'something else' }, '企业微信没有收：something else（12345）'],
    ],
  },
  dingtalk: {
    path: '/robot/send?access_token=566cc69da782ec33',
    ok: { errcode: 0, errmsg: 'ok' },
    takes: { msgtype: 'text', text: { content: expect.stringContaining(trial) } },
    refusals: [
      [{ errcode: 310000, errmsg: 'keywords not in content' }, '没有机器人要的关键词'],
      [{ errcode: 310000, errmsg: 'sign not match' }, '签名不对'],
      [{ errcode: 310000, errmsg: 'invalid timestamp' }, '校准服务器的时钟'],
      [{ errcode: 310000, errmsg: 'ip 1.2.3.4 not in whitelist' }, '只收指定 IP'],
      [{ errcode: 310000, errmsg: 'description:something' }, '安全设置没有通过'],
      [{ errcode: 300001, errmsg: 'token is not exist' }, '没有这个机器人'],
      [{ errcode: 400013, errmsg: '群已被解散' }, '这个群已经不在了'],
      [{ errcode: 130101, errmsg: 'send too fast, exceed 20 times per minute' }, '过十分钟会再试'],
    ],
  },
  feishu: {
    path: '/open-apis/bot/v2/hook/3a2c9f2e',
    ok: { code: 0, msg: 'success', data: {}, StatusCode: 0, StatusMessage: 'success' },
    takes: { msg_type: 'text', content: { text: expect.stringContaining(trial) } },
    refusals: [
      [{ code: 19021, msg: 'sign match fail or timestamp is not within one hour from current time' }, '签名不对'],
      [{ code: 19024, msg: 'Key Words Not Found' }, '没有机器人要的关键词'],
      [{ code: 19022, msg: 'Ip Not Allowed' }, '只收指定 IP'],
      [{ code: 19001, msg: 'param invalid: incoming webhook access token invalid' }, '没有这个机器人'],
      [{ code: 11232, msg: 'frequency limited' }, '发得太快'],
      [{ code: 9499, msg: 'Bad Request', data: {} }, '地址或请求的写法不对'],
    ],
  },
  serverchan: {
    path: '/SCT1234TxxxXXX.send',
    ok: { code: 0, message: '', data: { pushid: '1', readkey: 'x', error: 'SUCCESS', errno: 0 } },
    takes: { title: `墨笺：${trial}`, desp: expect.stringContaining(page) },
    refusals: [
      [{ code: 40001, message: '[AUTH]用户不存在或者权限不足', info: 'bad pushkey' }, 'SendKey 不对', 400],
      [{ code: 40010, message: '不要重复发送' }, '同样的内容刚送过', 400],
    ],
  },
  bark: {
    path: '/ynJ5Ft4atkMkWeo2PAvFhF',
    ok: { code: 200, message: 'success', timestamp: 1708000000 },
    takes: { title: `墨笺：${trial}`, body: expect.stringContaining('已经设好'), url: page, group: '墨笺' },
    refusals: [
      [
        {
          code: 400,
          message: 'failed to get device token: failed to get [ynJ5Ft4atkMkWeo2PAvFhF] device token from database',
        },
        '没有这台手机',
        400,
      ],
      [{ code: 500, message: 'push failed: BadDeviceToken' }, '重装过了', 500],
      [{ code: 500, message: 'odd [ynJ5Ft4atkMkWeo2PAvFhF]' }, 'Bark没有收：odd [···]（500）', 500],
    ],
  },
  telegram: {
    path: '/bot123456:ABC-DEF/sendMessage?chat_id=42',
    ok: { ok: true, result: { message_id: 1 } },
    takes: { chat_id: '42', text: expect.stringContaining(trial), link_preview_options: { is_disabled: true } },
    refusals: [
      [{ ok: false, error_code: 400, description: 'Bad Request: chat not found' }, '没有这个聊天', 400],
      [{ ok: false, error_code: 401, description: 'Unauthorized' }, '令牌不对', 401],
      [{ ok: false, error_code: 403, description: 'Forbidden: bot was blocked by the user' }, '被你拉黑了', 403],
      [
        { ok: false, error_code: 429, description: 'Too Many Requests', parameters: { retry_after: 9 } },
        '发得太快',
        429,
      ],
    ],
  },
  webhook: {
    path: '/hook',
    ok: '',
    takes: { type: 'alert.test', data: { site: '墨笺', title: trial, url: page, items: [] } },
    refusals: [
      ['no', '对方的程序没有收：对方的服务器出错了，过一会儿会再试（503）', 503],
      ['gone', '这个地址不再收了', 410],
      [{ message: 'signature mismatch' }, '密钥不对', 401],
    ],
  },
} as const satisfies Record<string, Service>;

type Refusal = readonly [answer: unknown, words: string, status?: number];
type Service = { path: string; ok: unknown; takes: object; refusals: readonly Refusal[] };

test.each(Object.entries(services) as [keyof typeof services, Service][])(
  '%s gets an alert in the form it documents, and its refusals are told in Chinese',
  async (kind, { path, ok, takes, refusals }) => {
    const service = await openAlertService({ body: ok });
    const body = { kind, url: `${service.url}${path}`, allowPrivate: true };
    expect(await tryOut(body)).toMatchObject({ ok: true, text: expect.stringContaining('收下了') });
    expect(service.bodies()).toMatchObject([takes]);
    expect(service.sent[0]?.path).toBe(kind === 'telegram' ? '/bot123456:ABC-DEF/sendMessage' : path);
    for (const [answer, words, status = 200] of refusals) {
      service.answer = { status, body: answer };
      expect(await tryOut(body)).toEqual({ ok: false, text: expect.stringContaining(words) });
    }
    service.answer = { body: '<html>not what the documents say</html>' };
    if (kind !== 'webhook')
      expect(await tryOut(body)).toEqual({ ok: false, text: expect.stringContaining('答复认不出') });
  },
);

test('ntfy gets plain text with a title any header can carry, and names its own codes', async () => {
  const service = await openAlertService({ body: { id: 'x', event: 'message' } });
  const body = { kind: 'ntfy' as const, url: `${service.url}/a-topic`, secret: 'tk_geheim', allowPrivate: true };
  expect(await tryOut(body)).toMatchObject({ ok: true });
  const [{ path, headers, body: text } = { path: '', headers: {}, body: '' }] = service.sent;
  const title = String(headers.title).replace(/^=\?UTF-8\?B\?(.*)\?=$/, '$1');
  expect(Buffer.from(title, 'base64').toString()).toBe(`墨笺：${trial}`);
  expect({ path, text }).toEqual({ path: '/a-topic', text: `收到这一条，说明ntfy已经设好。\n${page}` });
  expect(headers).toMatchObject({ authorization: 'Bearer tk_geheim', click: page });
  service.answer = { status: 403, body: { code: 40301, http: 403, error: 'forbidden', link: 'https://ntfy.sh' } };
  expect(await tryOut(body)).toEqual({ ok: false, text: expect.stringContaining('没有往这个主题发的权限') });
  service.answer = { status: 507, body: { code: 50701, http: 507, error: 'insufficient storage' } };
  expect(await tryOut(body)).toEqual({ ok: false, text: 'ntfy没有收：insufficient storage（50701）' });
});

test('a mail is sent at once, or says that there is no server or why it refused', async () => {
  const body = { kind: 'mail' as const, url: 'mailto:Shen@Example.com' };
  expect(await tryOut(body)).toEqual({ ok: false, text: expect.stringContaining('还没有发信服务器') });
  const server = await startSmtp();
  await site.change('mail', { host: '127.0.0.1', port: server.port, secure: false, from: 'ink@mojian.example' });
  expect(await tryOut(body)).toMatchObject({ ok: true });
  expect(server.letters).toMatchObject([{ to: ['shen@example.com'] }]);
  expect(server.letters[0]?.text).toContain(trial);
  await server.close();
  expect(await tryOut(body)).toEqual({ ok: false, text: expect.stringContaining('连不上邮件服务器') });
});

test('a private address, a redirect, an endless answer and silence are refused in Chinese', async () => {
  const service = await openAlertService({ body: { errcode: 0 } });
  const body = { kind: 'wecom' as const, url: `${service.url}/x` };
  for (const host of ['127.0.0.1', 'localhost', '10.0.0.8', '192.168.1.2', '[::1]', 'nas.lan'])
    await expect(tryOut({ ...body, url: `http://${host}:9/x` }), host).rejects.toMatchObject({
      id: 'invalid-input',
      field: 'url',
      message: expect.stringContaining('允许内网地址'),
    });
  expect(service.sent).toEqual([]);
  service.answer = { status: 302, headers: { location: `${service.url}/elsewhere` }, body: '' };
  const open = { ...body, allowPrivate: true };
  expect(await tryOut(open)).toEqual({ ok: false, text: expect.stringContaining('跳转到了别处') });
  service.answer = { body: 'x'.repeat(200_000) };
  expect(await tryOut(open)).toEqual({ ok: false, text: expect.stringContaining('答复太长') });
  expect(await tryOut({ ...open, url: 'http://127.0.0.1:1/x' })).toMatchObject({
    ok: false,
    text: expect.stringContaining('对方没有应答'),
  });
  expect(service.sent.map(({ path }) => path)).toEqual(['/x', '/x']);
});

test.each([
  ['bark', 'https://oapi.dingtalk.com/robot/send', '这是钉钉的地址'],
  ['bark', 'https://api.day.app/', '地址里缺密钥'],
  ['telegram', 'https://api.telegram.org/bot1:x/sendMessage', '缺聊天编号'],
  ['ntfy', 'https://ntfy.sh', '缺主题'],
  ['mail', 'nobody', '请输入正确的邮箱'],
  ['wecom', 'javascript:alert(1)', '请输入正确的机器人地址'],
  ['serverchan', 'SCT', '请输入正确的SendKey'],
  ['webhook', 'ftp://example.com', '请输入正确的网址'],
] as const)('%s does not take %s', async (kind, url, words) => {
  await expect(tryOut({ kind, url })).rejects.toMatchObject({
    id: 'invalid-input',
    field: 'url',
    message: expect.stringContaining(words),
  });
});

import { expect, test } from 'vitest';
import { LogRing, withoutSecrets } from './log-ring.ts';

const line = (level: number, msg: string, more: object = {}) =>
  JSON.stringify({ level, time: 1000, pid: 1, hostname: 'h', msg, ...more });
const all = { level: 'debug', text: '' } as const;

test('the newest comes first, from a level on, with the text asked for', () => {
  const ring = new LogRing();
  ring.write(line(30, '起来了'));
  ring.write(line(40, '有点慢'));
  ring.write(line(50, '没做成', { err: { message: '断了', stack: 'Error: 断了\n  at a' }, job: '备份' }));
  expect(ring.list(all).map(({ text }) => text)).toEqual(['没做成', '有点慢', '起来了']);
  expect(ring.list({ ...all, level: 'warn' }).map(({ level }) => level)).toEqual(['error', 'warn']);
  expect(ring.list({ ...all, text: '断了' })).toEqual([
    { id: 3, at: 1000, level: 'error', text: '没做成', detail: 'Error: 断了\n  at a\n{"job":"备份"}' },
  ]);
});

test('the log keeps five hundred lines, passes each on unchanged, and tolerates lines that are not JSON', () => {
  const passed: string[] = [];
  const ring = new LogRing((one) => passed.push(one));
  for (let n = 0; n < 600; n++) ring.write(line(30, `第${n}行`));
  ring.write('不是 JSON');
  expect(ring.list(all)).toHaveLength(500);
  expect(ring.list(all).at(-1)?.text).toBe('第100行');
  expect(passed).toHaveLength(601);
});

test('stored lines contain no secret', () => {
  const secrets = [
    'postgres://mojian:hunter2@db.example/x',
    'lin@mail.example',
    'password=hunter2',
    '{"token":"abc123"}',
    'Authorization: Bearer abc.def',
    '203.0.113.7',
    '/oauth/callback/gitee?code=abcdef&state=1',
    '{"code":"998877"}',
    'a1B2c3D4e5F6a1B2c3D4e5F6a1B2c3D4e5F6',
  ];
  const ring = new LogRing();
  for (const secret of secrets) ring.write(line(50, secret, { err: { message: secret, stack: secret }, more: secret }));
  expect(JSON.stringify(ring.list(all))).not.toMatch(/hunter2|lin@|abc|203\.0|a1B2|9988/);
  expect(withoutSecrets(`{ code: 'ECONNREFUSED' }`)).toBe(`{ code: 'ECONNREFUSED' }`);
  expect(withoutSecrets('信寄往 mail.example，第 12 封，用了 3000 毫秒')).toBe(
    '信寄往 mail.example，第 12 封，用了 3000 毫秒',
  );
});

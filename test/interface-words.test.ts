import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** Words that record 036 replaced; each has one successor there. */
const retired = `
  再试一次 再取一次 再找一次 再传一次 再画一次 再想想 看全部 回到首页 正在取来 没有做成 没做成 没有送到 没有传上 拿掉 拿回来 删掉
  收回 解散 了结 底稿 交稿 只给自己 去写一句 后启 题目 无题 案头 动作 次序 空跑 站方 不要了 接着改
`
  .trim()
  .split(/\s+/);

/** Places that use a retired word on purpose: a command, a log line, prose about privacy. */
const allowed = new Set([
  'apps/server/src/operations/review/review.command.ts: 了结',
  'apps/server/src/operations/review/review.ts: 了结',
  'apps/server/src/start.command.ts: 没有做成',
  'apps/web/app/features/pages/privacy/privacy-screen.tsx: 删掉',
]);

test('texts on screen use no word that record 036 replaced', () => {
  const files = globSync('{apps/*/{app,src},packages/*/src}/**/*.{ts,tsx,js,css}', {
    exclude: (path) => /\.test\.tsx?$|\/(sample|fixtures|node_modules)(\/|$)|simplified\.ts$/.test(path),
  });
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8').replaceAll('查看全部', '');
    return retired.filter((word) => text.includes(word)).map((word) => `${path}: ${word}`);
  });
  expect(files.length).toBeGreaterThan(1000);
  expect(found.filter((one) => !allowed.has(one))).toEqual([]);
});

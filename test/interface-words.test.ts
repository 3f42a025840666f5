import { globSync, readFileSync } from 'node:fs';
import { allGroups } from '@mojian/contract/core/settings-fields/sections';
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

/** Words of the trade that an owner without a shell stumbles over. They may stand in the folds 「给装站的人」 only. */
const trade =
  /SMTP_URL|DATABASE_URL|STORAGE_URL|SITE_URL|TRUST_PROXY|EncodingAESKey|noindex|robots\.txt|IndexNow|front matter|DailyHotApi|tag_name|dry-run|npm run|\bJSON\b(?!\.)|SQLite|PostgreSQL|哈希|网址别名|替代文字|\btoken\b(?=[\u4e00-\u9fff])/;

test('settings name nothing in words of the trade outside the folds for whoever installed the site', () => {
  const said = allGroups.flatMap(({ title, about = '', fields, parts: subsections = [] }) => [
    title,
    about,
    ...[...fields, ...subsections.flatMap((part) => part.fields)]
      .filter(({ forInstaller }) => !forInstaller)
      .flatMap(({ label, hint = '' }) => [label, hint]),
  ]);
  expect(said.length).toBeGreaterThan(100);
  expect(said.filter((words) => trade.test(words))).toEqual([]);
});

test('screens of the admin say no words of the trade outside those folds', () => {
  const files = globSync('apps/admin/src/**/*.tsx', { exclude: (path) => path.includes('.test.') });
  const found = files.flatMap((path) => {
    const text = readFileSync(path, 'utf8')
      .replace(/<ForInstaller[\s\S]*?<\/ForInstaller>/g, '')
      .replace(/\/\*\* For the fold of whoever installed the site\. \*\/\nfunction [\s\S]*?\n}\n/g, '')
      .replace(/\/\*[\s\S]*?\*\/|\/\/.*/g, '');
    return trade.test(text) ? [`${path}: ${trade.exec(text)?.[0]}`] : [];
  });
  expect(files.length).toBeGreaterThan(80);
  expect(found).toEqual([]);
});

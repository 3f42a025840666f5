import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { apiOf } from './api.ts';
import { openBrowser, openPage } from './browser.ts';
for (const n of ['notice', 'notice-phone', 'home-dark']) { const m = await sharp(`docs/images/${n}.webp`).metadata(); console.log(n, m.width, m.height); }
const { url, people, group } = JSON.parse(readFileSync('/tmp/zz-site.json', 'utf8'));
const as = (name: string) => apiOf({ url }, { token: people[name].token });
let n = 0;
const say = async (name: string, text: string, more = {}): Promise<any> => as(name).chat.send({ body: { roomId: group, text, key: `d${Date.now()}${n++}`, ...more } });
const bytes = await (await fetch(`${url}/cover/v1/42-day.webp`)).arrayBuffer();
const form = new FormData(); form.append('file', new Blob([bytes], { type: 'image/webp' }), 'mist.webp');
const up: any = await (await fetch(`${url}/file/upload`, { method: 'POST', body: form, headers: { authorization: people['许青禾'].token } })).json();
if (process.argv[2] === 'fill') {
  await say('许青禾', '雾散了一点，再看一眼。');
  const pic = await say('许青禾', '', { picture: up.data.url });
  const a = await say('禾生', '这一张可以当书签。', { quoteId: pic.id });
  await say('南山不见南', '我也想要一张，夹在竹尺那一页。');
  await say('一苇', '@禾生 周六你来吗？');
}
const browser = await openBrowser();
for (const [name, width, height, theme, path, scale] of [['chat', 1200, 800, 'light', '/im', 1], ['chat-phone', 390, 844, 'light', `/im?room=${group}`, 2], ['chat-dark', 1200, 800, 'dark', '/im', 1], ['chat-rooms-phone', 390, 844, 'dark', '/im', 2]] as const) {
  const { page, faults, close } = await openPage(browser, { url }, { viewport: { width, height }, deviceScaleFactor: scale, hasTouch: width < 500, isMobile: width < 500 });
  await page.addInitScript((t) => sessionStorage.setItem('theme', t), theme);
  await page.context().addCookies([{ name: 'token', value: people['禾生'].token, url }]);
  await page.goto(path);
  await page.locator(path === '/im' && width < 500 ? '.room time' : '.chat-row').first().waitFor({ timeout: 20000 });
  await page.waitForTimeout(1800);
  await sharp(await page.screenshot()).webp({ quality: 82 }).toFile(`docs/images/${name}.webp`);
  await page.screenshot({ path: `/tmp/shot-${name}.png` });
  console.log(name, faults);
  await close();
}
await browser.close();

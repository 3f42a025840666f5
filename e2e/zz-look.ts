import { readFileSync } from 'node:fs';
import { openBrowser, openPage } from './browser.ts';
const { url, people } = JSON.parse(readFileSync('/tmp/zz-site.json', 'utf8'));
const [who = '禾生', path = '/im', name = 'a', width = '1440', theme = 'light', ...steps] = process.argv.slice(2);
const browser = await openBrowser();
const touch = Number(width) < 500;
const { page, faults } = await openPage(browser, { url }, { viewport: { width: Number(width), height: touch ? 844 : 900 }, hasTouch: touch, isMobile: touch });
await page.addInitScript((t) => sessionStorage.setItem('theme', t), theme);
if (who !== '-') await page.context().addCookies([{ name: 'token', value: people[who].token, url }]);
await page.goto(path);
await page.waitForTimeout(3500);
page.setDefaultTimeout(5000);
for (const step of steps) { try { await (new Function('page', `return (async () => { ${step} })()`))(page); } catch (e) { console.log('STEP', String(e).slice(0, 300)); } await page.waitForTimeout(500); }
await page.screenshot({ path: `/tmp/shot-${name}.png` });
console.log(await page.title(), page.url(), JSON.stringify(faults));
await browser.close();

import { readFileSync } from 'node:fs';
import { openBrowser, openPage } from './browser.ts';
const { url, people } = JSON.parse(readFileSync('/tmp/zz-site.json', 'utf8'));
const shots = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const browser = await openBrowser();
for (const { who = '禾生', path = '/im', name, width = 1200, theme = 'light', steps = [], wait = '.chat-row' } of shots) {
  const touch = width < 500;
  const { page, faults, close } = await openPage(browser, { url }, { viewport: { width, height: touch ? 844 : 900 }, hasTouch: touch, isMobile: touch });
  await page.addInitScript((t) => sessionStorage.setItem('theme', t), theme);
  if (who !== '-') await page.context().addCookies([{ name: 'token', value: people[who].token, url }]);
  await page.goto(path);
  page.setDefaultTimeout(8000);
  await page.locator(wait).first().waitFor({ timeout: 20000 }).catch((e: Error) => console.log(name, 'WAIT', e.message.slice(0, 100)));
  await page.waitForTimeout(300);
  for (const step of steps) { try { await (new Function('page', `return (async () => { ${step} })()`))(page); } catch (e) { console.log(name, 'STEP', String(e).slice(0, 400)); } await page.waitForTimeout(400); }
  await page.screenshot({ path: `/tmp/shot-${name}.png` });
  console.log(name, await page.title(), page.url(), JSON.stringify(faults));
  await close();
}
await browser.close();

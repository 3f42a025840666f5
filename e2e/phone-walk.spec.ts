import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { settled, widths } from './browser.ts';
import { enterAs, type Member, newMember } from './members.ts';
import { openStage } from './stage.ts';

const { site, openPage } = openStage();
const timeout = 150_000;

const screens =
  `/ /article/1 /article/3 /archive /category /category?id=1 /tags /tags?id=1 /series /say /newSays /navigation /hot
  /search /search?q=纸 /search?q=没有的字 /message /links /about /privacy /user/1 /user/1?tab=fans /setup /reset /nowhere`.split(
    /\s+/,
  );
/** Somebody's who has done nothing yet. */
const ownScreens = ['/user', '/user?tab=comments', '/user?tab=says', '/notice?type=1', '/im', '/newSays'];

let newcomer: Member;
beforeAll(async () => {
  newcomer = await newMember(site);
});

/** Selectors of links that may be smaller than a finger, with the reason. */
const exceptions: [selector: string, reason: string][] = [
  ['.prose p a, .prose li a, .comment-text a, .say-text a, .empty p a', 'within running text: the line is its room'],
  ['.article-colophon dd a, .links-own dd a, .privacy a', 'an address within a line of text'],
  ['.label, .label + *, .article-row-top ~ :is(h2, h3) a, .label ~ :is(h2, h3) a', 'a category stands over its title'],
];

/** px of a finger, and the least of what has no other beside it, as WCAG 2.2 (2.5.8) has it. */
const finger = 44;
const least = 24;

/**
 * Lists what a press has to meet too exactly: less than 44 px high or wide, unless it is at least 24 px and nothing else is
 * pressed within 44 px round its middle. Measured by what lies under the points around its middle.
 */
const tooSmall = (page: Page) =>
  page.evaluate(
    ({ exceptions, finger, least }) => {
      const pressable =
        'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=tab]';
      const at = (x: number, y: number) => {
        const met = document.elementFromPoint(x, y);
        return met?.closest(pressable) ?? met?.closest('label')?.control ?? null;
      };
      /** px from a point to where something else is met, both ways along an axis. */
      const extent = (isMine: (offset: number) => boolean) => {
        const reach = (sign: number) => {
          let step = 0;
          while (step <= finger && isMine(sign * (step + 1))) step += 1;
          return step;
        };
        return 1 + reach(-1) + reach(1);
      };
      const isAlone = (element: Element, x: number, y: number) => {
        const offsets = Array.from({ length: 12 }, (_, index) => (index - 5.5) * ((finger - 4) / 11));
        return offsets.every((dx) => offsets.every((dy) => [null, element].includes(at(x + dx, y + dy))));
      };
      const measure = (element: Element) => {
        element.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
        const [box] = element.getClientRects();
        if (!box || box.width < 2) return;
        const [x, y] = [box.left + box.width / 2, box.top + box.height / 2];
        if (at(x, y) !== element) return; // beneath another, or only heard
        const width = extent((offset) => at(x + offset, y) === element);
        const height = extent((offset) => at(x, y + offset) === element);
        const isExcepted = exceptions.some(([selector]) => element.matches(selector));
        const enough =
          Math.min(width, height) >= finger ||
          (Math.min(width, height) >= least && isAlone(element, x, y)) ||
          (isExcepted && height >= least / 2);
        return { element, width, height, enough };
      };
      const describe = ({ element, width, height }: { element: Element; width: number; height: number }) => {
        const words = (element.ariaLabel ?? element.textContent ?? '').trim().slice(0, 16);
        const { className, tagName } = element.parentElement ?? document.body;
        return `${width} × ${height}：${className || tagName} > ${element.tagName} 「${words}」`;
      };
      const measured = [...document.querySelectorAll(`:is(${pressable}):not(:disabled)`)]
        .filter((one) => one.checkVisibility({ opacityProperty: true, visibilityProperty: true }))
        .flatMap((one) => measure(one) ?? []);
      return { count: measured.length, wrong: measured.filter(({ enough }) => !enough).map(describe) };
    },
    { exceptions, finger, least },
  );

/** Lists zeros of readers' acts in what is shown or read out; an author's words and the footer's counters aside. */
const zeros = (page: Page) =>
  page.evaluate(() => {
    const acts = '文章|评论|点赞|赞|粉丝|关注|收藏|阅读|浏览|留言|回复|说说|专栏';
    const zero = new RegExp(`^0$|(?<![\\d.:/])0 ?(?:篇|条|个|人|次|${acts})|(?:${acts})[ ：，]*0(?![\\d.])`);
    for (const text of document.querySelectorAll<HTMLElement>('.prose')) text.hidden = true;
    const outside = document.querySelectorAll<HTMLElement>('body > :not(footer, script)');
    const shown = [...outside].flatMap((one) => one.innerText.split('\n').map((line) => line.trim()));
    const named = [...document.querySelectorAll<HTMLElement>('[aria-label], [title]')]
      .filter((one) => one.checkVisibility())
      .flatMap((one) => [one.ariaLabel ?? '', one.title]);
    return [...new Set([...shown, ...named])].filter((text) => zero.test(text));
  });

/** Returns what is wrong on each screen, and how much was measured. */
async function walk(page: Page, paths: string[]) {
  const wrong: string[] = [];
  let measured = 0;
  for (const path of paths) {
    await page.goto(path);
    await page.mouse.wheel(0, 1); // begins the scripts
    await page.waitForFunction(
      () => document.querySelector<HTMLLinkElement>('link[rel=stylesheet][href*="/deferred-"]')?.sheet,
    );
    await settled(page);
    const pressed = await tooSmall(page);
    measured += pressed.count;
    const found = new Set([...pressed.wrong, ...(await zeros(page)).map((text) => `零：${text}`)]);
    wrong.push(...[...found].map((what) => `${path}  ${what}`));
  }
  return { wrong, measured };
}

const phone = { viewport: { width: widths.phone, height: 844 }, hasTouch: true, isMobile: true };

test('on a phone all that is pressed has a finger’s room, and no zero is shown', { timeout }, async () => {
  const { page } = await openPage(phone);
  const { wrong, measured } = await walk(page, screens);
  expect(wrong).toEqual([]);
  expect(measured).toBeGreaterThan(400);
});

test('so have a member’s own screens, with nothing on them', { timeout }, async () => {
  const { page } = await openPage(phone);
  await enterAs(page, site, newcomer);
  expect((await walk(page, ownScreens)).wrong).toEqual([]);
});

test('planted offences are found', async () => {
  const { page } = await openPage(phone);
  await page.goto('/privacy');
  await page.evaluate(() => {
    const planted = '<p>赞 0</p><button class="small">点</button><button aria-label="评论，0 条">评</button>';
    document.querySelector('#main')?.insertAdjacentHTML('afterbegin', planted);
    for (const small of document.querySelectorAll<HTMLElement>('#main button')) small.style.cssText = 'height: 20px';
  });
  expect((await tooSmall(page)).wrong).toHaveLength(2);
  expect(await zeros(page)).toEqual(['赞 0', '评论，0 条']);
});

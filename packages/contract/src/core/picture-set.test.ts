import { expect, test } from 'vitest';
import { offerCopies, pictureSet } from './picture-set.ts';

const own = '/files/ab/ab0123456789abcdef0123456789abcd.webp';
const copy = (width: number, query = '') => own.replace('.webp', `-${width}.webp${query}`);

test('a picture of ours is offered in all its widths, a signed one with its signature', () => {
  expect(pictureSet(own)).toBe(`${copy(480)} 480w, ${copy(960)} 960w, ${copy(1600)} 1600w, ${own} 2000w`);
  expect(pictureSet(`${own}?e=1&s=a`)).toContain(`${copy(480, '?e=1&s=a')} 480w`);
});

test('other addresses have no srcset', () => {
  for (const address of ['', 'https://example.com/a.webp', '/cover/v1/3-day.webp', copy(480), '/files/ab/c.webp'])
    expect(pictureSet(address)).toBeUndefined();
});

test('the pictures in a text are offered as wide as they are shown, and keep their size', () => {
  const html = `<p><img src="${own}" alt="雨" width="1200" height="800" class="photo" /></p>`;
  expect(offerCopies(html)).toBe(
    `<p><img srcset="${pictureSet(own)}" sizes="(max-width: 760px) 100vw, 760px" src="${own}" alt="雨" width="1200" height="800" class="photo" /></p>`,
  );
  expect(offerCopies(html.replace('1200', '300'))).toContain('sizes="(max-width: 300px) 100vw, 300px"');
  expect(offerCopies(html.replace('photo', 'photo w-50'))).toContain('sizes="(max-width: 760px) 50vw, 380px"');
});

test('a text offered once, or without pictures of ours, stays as it is', () => {
  const offered = offerCopies(`<img src="${own}" alt="" />`);
  expect(offerCopies(offered)).toBe(offered);
  const far = '<p>/files/ <img src="/sample/a.webp" alt="" /></p>';
  expect(offerCopies(far)).toBe(far);
});

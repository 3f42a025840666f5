import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy, ownScripts } from './page.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts of ours are admitted by hash, files by host, and nothing else', () => {
  const policy = contentSecurityPolicy(['one()', 'two()']);
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
  expect(policy).toContain("style-src 'self';");
  expect(contentSecurityPolicy([], { styles: [hash('a{}'), hash('a{}')] })).toContain(
    `style-src 'self' ${hash('a{}')};`,
  );
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
});

test('only what the renderer marked is a script of ours, and no mark leaves the house', () => {
  const page =
    '<script nonce="secret">one()</script><script>evil()</script><script nonce="guess">evil()</script>' +
    '<script src="/a.js" nonce="secret"></script><script type="application/ld+json">{}</script>';
  const { html, scripts } = ownScripts(page, 'secret');
  expect(scripts).toEqual(['one()']);
  expect(html).not.toContain('secret');
  expect(ownScripts(page, null)).toEqual({ html: page, scripts: [] });
});

import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { contentSecurityPolicy } from './csp.ts';

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

test('inline scripts are admitted by hash, files by host, and nothing else', () => {
  const policy = contentSecurityPolicy(
    '<script>one()</script><script src="/a.js"></script><script nonce>two()</script>',
  );
  expect(policy).toContain(`script-src 'self' ${hash('one()')} ${hash('two()')};`);
  expect(policy).not.toContain('unsafe');
  expect(policy).not.toMatch(/https?:|\*/);
});

test('structured data is not a script', () => {
  expect(contentSecurityPolicy('<script type="application/ld+json">{}</script>')).toContain("script-src 'self';");
});

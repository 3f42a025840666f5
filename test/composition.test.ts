import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

/** The helper, and what reads a composition for another reason or is a function of an event that tests hand over. */
const readers = [
  'packages/ui/src/composition.ts',
  'apps/web/app/shell/first-script.ts',
  'apps/web/app/features/chat/messages/write/use-writing.ts',
  'apps/web/app/features/community/comments/watch-comments.ts',
  'apps/web/app/features/core/composer/text-field.tsx',
];

test('keys of an input method are ignored in one place, before every field of both applications', () => {
  const sources = globSync('{apps/{web/app,admin/src},packages/*/src}/**/*.{ts,tsx}').filter(
    (path) => !path.includes('.test.'),
  );
  expect(sources.length).toBeGreaterThan(500);
  const own = sources.filter((path) => /\bisComposing\b|\bkeyCode\b|onPressEnter/.test(readFileSync(path, 'utf8')));
  expect(own.sort()).toEqual([...readers, 'apps/admin/src/platform/listing/filters.tsx'].sort());
  for (const entry of ['apps/web/app/shell/first-script.ts', 'apps/admin/src/main.tsx'])
    expect(readFileSync(entry, 'utf8')).toContain('ignoreComposedKeys');
});

import { expect, test } from 'vitest';
import { z } from 'zod';
import { api } from '../all.ts';
import { adminApi } from '../all-admin.ts';

type Call = { path: string; body?: z.ZodType; query?: z.ZodType };

/** Fields that take an e-mail, of all calls. */
const fields = [api, adminApi]
  .flatMap((calls) => Object.values(calls).flatMap((noun) => Object.values(noun) as Call[]))
  .flatMap(({ path, body, query }) =>
    [body, query]
      .filter((shape) => shape instanceof z.ZodObject)
      .flatMap((shape) => Object.entries(shape.shape as Record<string, z.ZodType>))
      .filter(([name, field]) => takes(field, 'lin@example.com') && (/mail$/i.test(name) || !takes(field, 'lin')))
      .filter(([name]) => !/^pass(word|phrase)$/.test(name))
      .map(([name, field]) => ({ place: `${path} ${name}`, field })),
  );

function takes(field: z.ZodType, text: string) {
  return field.safeParse(text).success;
}

test('the calls that take an e-mail are found', () => {
  expect(fields.map(({ place }) => place)).toContain('/v1/link/ email');
  expect(fields.length).toBeGreaterThan(10);
});

test.each(fields)('$place takes an address as Chinese keyboards write it', ({ field }) => {
  for (const typed of [' Lin@Example。com ', 'ｌｉｎ＠ｅｘａｍｐｌｅ．ｃｏｍ', 'lin @ example｡com'])
    expect(field.parse(typed)).toBe('lin@example.com');
});

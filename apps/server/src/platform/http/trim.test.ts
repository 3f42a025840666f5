import { api } from '@mojian/contract/all';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { trimTo } from './trim.ts';

test.each([
  [z.object({ id: z.number() }), { id: 1, passwordHash: 'x' }],
  [z.object({ author: z.object({ name: z.string() }).nullable() }), { author: { name: '林', email: 'x' }, secret: 1 }],
  [z.object({ author: z.object({ name: z.string() }).nullable() }), { author: null }],
  [
    z.array(z.object({ tags: z.array(z.object({ name: z.string() })).optional() })),
    [{ tags: [{ name: '雨', id: 3 }] }, {}],
  ],
  [
    z.object({ kind: z.enum(['a', 'b']), open: z.boolean(), is: z.literal(3) }),
    { kind: 'a', open: true, is: 3, no: 1 },
  ],
  [z.union([z.object({ a: z.number() }), z.object({ b: z.number() })]), { b: 2, c: 3 }],
  [z.record(z.string(), z.object({ n: z.number() })), { x: { n: 1, m: 2 } }],
  [z.object({ deep: z.lazy(() => z.object({ n: z.number() })) }), { deep: { n: 1, m: 2 } }],
  [z.string().trim(), ' x '],
  [z.null(), null],
])('a reply is trimmed as parsing would trim it %#', (shape, value) => {
  expect(trimTo(shape)(value)).toEqual(shape.parse(value));
});

test('an object does not pass where a plain value is declared', () => {
  const shape = z.object({ name: z.string(), list: z.array(z.string()) });
  expect(() => trimTo(shape)({ name: { passwordHash: 'x' }, list: [] })).toThrow(TypeError);
  expect(() => trimTo(shape)({ name: 'x', list: [{ passwordHash: 'x' }] })).toThrow(TypeError);
  expect(() => trimTo(shape)({ name: 'x', list: { passwordHash: 'x' } })).toThrow(TypeError);
  expect(() => trimTo(z.object({ a: z.object({}) }))({ a: 'x' })).toThrow(TypeError);
});

test('every shape that a call replies with can be trimmed', () => {
  const endpoints = Object.values(api).flatMap((noun) => Object.values<Endpoint>(noun));
  expect(endpoints.length).toBeGreaterThan(100);
  for (const { reply, extra } of endpoints) for (const shape of [reply, extra]) if (shape) trimTo(shape);
});

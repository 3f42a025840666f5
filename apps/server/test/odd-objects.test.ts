import { expect, test } from 'vitest';
import { z } from 'zod';
import { callName } from '../src/platform/http/calls.ts';
import { toFailure } from '../src/platform/http/errors.ts';
import { freshSite } from './fresh-site.ts';

const site = freshSite();

/** Value that converts to neither number nor text, and claims a length of that kind. */
const odd = JSON.parse(
  '{"length":{"toString":1,"valueOf":1},"size":{"toString":1,"valueOf":1},"toString":1,"valueOf":1}',
);

/** Each field a call takes as JSON. */
const fields = async () =>
  (await site.calls.list()).flatMap((endpoint) => {
    const isJson = endpoint.uploads === undefined && endpoint.body instanceof z.ZodObject;
    const names = isJson ? Object.keys((endpoint.body as z.ZodObject).shape) : [];
    return names.map((field) => ({ call: callName(endpoint), field }));
  });

test('an object that cannot be compared is a wrong type in every field of every call, never an error of the server', async () => {
  const strange: string[] = [];
  for (const { call, field } of await fields())
    for (const value of [odd, [odd], { text: odd, name: odd, value: odd }]) {
      const requested = { params: {}, query: {}, body: { [field]: value } };
      const failure = await site.calls.answer(call, requested, caller()).then(() => undefined, toFailure);
      if (failure?.id === 'unexpected') strange.push(`${call} ${field}`);
    }
  expect((await fields()).length).toBeGreaterThan(150);
  expect(strange).toEqual([]);
});

test('its refusal names the field', async () => {
  const answer = await site.app.inject({ method: 'POST', url: '/v1/message/', payload: { text: odd } });
  expect(answer.json()).toMatchObject({ code: 400, extra: { failure: 'invalid-input', field: 'text' } });
  expect(answer.json().message).toMatch(/\p{Script=Han}/u);
});

const caller = () => ({ viewer: site.owner, address: '127.0.0.1', agent: '', setCookie: () => {} });

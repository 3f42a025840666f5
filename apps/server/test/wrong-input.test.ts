import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint, Envelope } from '@mojian/contract/platform/endpoint';
import { fieldLabel } from '@mojian/contract/platform/field-labels';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { freshSite } from './fresh-site.ts';
import { tokenOf } from './site.ts';

const site = freshSite();

const calls: Endpoint[] = [...Object.values(api), ...Object.values(adminApi)].flatMap((noun) => Object.values(noun));

const wrongValues = {
  missing: undefined,
  null: null,
  number: 1.5,
  'a negative number': -7,
  string: '\u0000<x>',
  empty: '',
  boolean: true,
  object: { x: 1 },
  array: [[], {}, null],
  'an object that cannot be text': { length: { toString: 1, valueOf: 1 } },
  huge: '墨'.repeat(30_000),
  'a huge number': 1e300,
};

/** Latin words allowed in a Chinese sentence, and values a program has to write. */
const usual =
  /\b(API|URL|Markdown|SVG|MB|KB|https?|JSON|CSV|IP|ISO|true|false|key|front matter|article|multipart\/form-data)\b/g;

type Declared = { path: string[]; type: z.core.$ZodTypes };

/** Every field of the input, however deep, by the names that lead to it. */
function fieldsOf(type: z.core.$ZodType | undefined, path: string[] = []): Declared[] {
  if (!type) return [];
  const { def } = (type as z.core.$ZodTypes)._zod;
  if ('innerType' in def) return fieldsOf(def.innerType, path);
  if (def.type === 'object')
    return Object.entries(def.shape).flatMap(([name, field]) => [
      { path: [...path, name], type: field as z.core.$ZodTypes },
      ...fieldsOf(field, [...path, name]),
    ]);
  if (def.type === 'union') return def.options.flatMap((option) => fieldsOf(option, path));
  if (def.type === 'array') return fieldsOf(def.element, path);
  return [];
}

/** The values a program has to write, by their names. */
function valuesOf({ query, body }: Endpoint): string[] {
  const found = JSON.stringify(
    [query, body].map((type) => type && z.toJSONSchema(type, { unrepresentable: 'any', io: 'input' })),
  );
  return [...found.matchAll(/"(?:enum":\[([^\]]*)|const":"([^"]*))/g)]
    .flatMap(([, many, one]) => many?.split(',').map((value) => value.replaceAll('"', '')) ?? one ?? [])
    .filter(Boolean)
    .sort((a, b) => b.length - a.length);
}

const nested = ([name, ...rest]: string[], value: unknown): Record<string, unknown> => ({
  [name as string]: rest.length > 0 ? nested(rest, value) : value,
});

const send = async ({ method, path, uploads }: Endpoint, part: 'query' | 'body', input: object) => {
  const search = part === 'query' ? new URLSearchParams(input as Record<string, string>).toString() : '';
  const url = path.replace(/:\w+/, 'qq') + (search && `?${search}`);
  const body = part === 'body' && uploads === undefined ? { payload: input } : {};
  const answer = await site.app.inject({ method, url, headers: { authorization: tokenOf(site.owner) }, ...body });
  return { status: answer.statusCode, envelope: answer.json<Envelope>() };
};

const hasLatin = (text: string) => /[a-z]{2,}/i.test(text);

const withoutUsual = (text: string, values: string[]) =>
  values.reduce((left, value) => left.replaceAll(value, ''), text.replace(/不认识的字段：.*/, '')).replace(usual, '');

type Case = {
  call: Endpoint;
  part: 'query' | 'body';
  path: string[];
  what: string;
  given: object;
};

const cases: Case[] = calls.flatMap((call) =>
  (['query', 'body'] as const).flatMap((part) =>
    fieldsOf(call[part]).flatMap(({ path }) =>
      Object.entries(wrongValues)
        .filter(([what]) => part === 'body' || what !== 'huge')
        .map(([what, value]) => ({ call, part, path, what, given: inputAs(part, path, value) })),
    ),
  ),
);

function inputAs(part: 'query' | 'body', path: string[], value: unknown) {
  if (value === undefined) return {};
  if (part === 'body') return nested(path, value);
  return nested(path, typeof value === 'object' ? JSON.stringify(value) : String(value));
}

test('a wrong value in any field of any call is refused in Chinese, and is no error of the server', async () => {
  expect(cases.length).toBeGreaterThan(4000);
  const foreign: string[] = [];
  for (const { call, part, path, what, given: input } of cases) {
    const { status, envelope } = await send(call, part, input);
    const texts = textsOf(envelope).filter((text) => hasLatin(text) && hasLatin(withoutUsual(text, valuesOf(call))));
    if (status >= 500 || texts.length > 0)
      foreign.push(`${call.method} ${call.path} ${path.join('.')} ${what}: ${status} ${texts.join(' | ')}`);
  }
  expect(foreign).toEqual([]);
}, 300_000);

test('every field of every call has a Chinese name', () => {
  const names = calls.flatMap((call) => [...fieldsOf(call.params), ...fieldsOf(call.query), ...fieldsOf(call.body)]);
  const unnamed = new Set(names.map(({ path }) => path.at(-1) as string).filter((name) => !fieldLabel(name)));
  expect([...unnamed]).toEqual([]);
});

/** Calls besides GET that ignore fields they do not know: ids, choices and credentials are all they take. */
const ignoring = [
  'POST /v1/article/unlock',
  'DELETE /v1/admin/stickers/',
  'DELETE /v1/admin/stickers/pack',
  'POST /v1/admin/stickers/own',
  'POST /oauth/emailLogin',
  'POST /oauth/codeLogin',
  'PUT /oauth/forgetPassword',
  'PUT /oauth/resetPassword',
  'PUT /v1/account/email',
  'POST /v1/account/confirm',
  'POST /v1/account/close',
  'POST /v1/im/withdraw',
  'DELETE /v1/im/chat',
  'POST /v1/im/addRoom',
  'DELETE /v1/im/deleteRoom',
  'PUT /v1/im/mute',
  'POST /v1/im/typing',
  'POST /v1/im/accept',
  'POST /v1/block/',
  'DELETE /v1/block/',
  'POST /v1/im/release',
  'DELETE /v1/collect/',
  'DELETE /v1/comment/',
  'DELETE /v1/highlight/',
  'POST /v1/comment/release',
  'PUT /v1/article/withdraw',
  'PUT /v1/article/discard',
  'DELETE /v1/article/',
  'PUT /v1/article/restore',
  'POST /v1/account/export',
  'POST /v1/account/export/address',
  'POST /v1/followed/insertFollowed',
  'DELETE /v1/followed/deleteFollowed',
  'POST /v1/account/claim',
  'POST /v1/passkey/options',
  'DELETE /v1/key/',
  'DELETE /v1/passkey/',
  'PUT /v1/say/visibility',
  'DELETE /v1/say/',
  'DELETE /v1/series/',
  'DELETE /v1/session/',
  'DELETE /v1/session/others',
  'POST /v1/setup/check',
  'POST /v1/article/share',
  'DELETE /v1/article/share',
  'POST /v1/signIn/',
  'POST /v1/sign/',
  'POST /v1/social/:type',
  'DELETE /v1/social/',
  'DELETE /v1/admin/alerts/',
  'DELETE /v1/admin/keys/',
  'DELETE /v1/admin/backups/remotes/',
  'POST /v1/admin/alerts/retry',
  'PUT /v1/admin/articles/carousel',
  'POST /v1/admin/articles/revert',
  'PUT /v1/admin/categories/order',
  'POST /v1/admin/content/download',
  'POST /v1/admin/imports/act',
  'POST /v1/admin/imports/report',
  'POST /v1/admin/users/unmute',
  'POST /v1/admin/users/enable',
  'POST /v1/admin/users/resetLink',
  'DELETE /v1/admin/users/note',
  'POST /v1/admin/users/merge',
  'DELETE /v1/admin/navigation/groups',
  'DELETE /v1/admin/navigation/sites',
  'POST /v1/admin/notices/undo',
  'DELETE /v1/admin/invitations/',
  'PUT /v1/admin/series/items',
  'DELETE /v1/admin/series/',
  'PUT /v1/admin/setup/',
  'DELETE /v1/admin/setup/sample',
  'POST /v1/admin/setup/',
  'POST /v1/admin/system/ask-updates',
  'POST /v1/admin/upgrade/look',
  'DELETE /v1/admin/upgrade/request',
  'POST /v1/admin/system/clear-pages',
  'POST /v1/admin/system/rebuild-search',
];

test('a reading call answers the same whatever unknown fields its query has', async () => {
  for (const call of calls.filter(({ method }) => method === 'GET')) {
    const [plain, surplus] = [
      await send(call, 'query', {}),
      await send(call, 'query', { x: '1', _t: '2', index: '3' }),
    ];
    expect(surplus.status, call.path).toBe(plain.status);
    expect(textsOf(surplus.envelope), call.path).toEqual(textsOf(plain.envelope));
  }
}, 60_000);

test('other calls ignore unknown fields by the table, and else refuse each by its name', async () => {
  const nonsense = '不认识的字段：nonsense';
  const found: string[] = [];
  for (const call of calls.filter(({ method }) => method !== 'GET')) {
    const name = `${call.method} ${call.path}`;
    const inQuery = textsOf((await send(call, 'query', { nonsense: '1' })).envelope);
    if (!inQuery.includes(nonsense)) found.push(name);
    // the query is read before the body, and so is the field that tells the shapes of a union apart
    if (call.query || call.uploads || call.body?.def.type === 'union') continue;
    const inBody = textsOf((await send(call, 'body', { nonsense: 1 })).envelope);
    expect(inBody.includes(nonsense), name).toBe(!ignoring.includes(name));
  }
  expect(found.sort()).toEqual([...ignoring].sort());
}, 60_000);

const textsOf = ({ message, extra }: Envelope) => [message, ...(extra.faults ?? []).map(({ text }) => text)];

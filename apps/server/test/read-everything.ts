import { api } from '@mojian/contract/all';
import { adminApi } from '@mojian/contract/all-admin';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { z } from 'zod';
import type { Viewer } from '../src/platform/http/viewer.ts';
import { type testSite, tokenOf } from './site.ts';

type Site = Pick<Awaited<ReturnType<typeof testSite>>, 'app'>;

/** Calls that change something, end the session, ask other servers or wait, and so read nothing of interest. */
const others = [/^\/logout$/, /^\/oauth\//, /\/(like|collect|insertCollect|read|checkCode|visitNavigation)$/, /\/hot/];

const reading = [api, adminApi]
  .flatMap((each): Endpoint[] => Object.values(each).flatMap((calls): Endpoint[] => Object.values(calls)))
  .filter(({ method, path }) => method === 'GET' && !others.some((other) => other.test(path)));

type Options = { calls?: (path: string) => boolean; rows?: number; text?: string };

/**
 * Makes every reading call as somebody, with the number of each of the first `rows` rows under every name that it takes,
 * each choice it offers, and `text` as the search. Returns the replies of those that answered, by call.
 */
export async function readEverything(
  { app }: Site,
  viewer: Viewer | null,
  { calls = () => true, rows = 12, text = '' }: Options = {},
) {
  const headers = viewer ? { authorization: tokenOf(viewer) } : {};
  const said = new Map<string, string>();
  for (const endpoint of reading.filter(({ path }) => calls(path)))
    for (const query of queriesOf(endpoint, rows, text)) {
      const { statusCode, body } = await app.inject({ url: endpoint.path, query, headers });
      if (statusCode === 200) said.set(endpoint.path, `${said.get(endpoint.path) ?? ''}${body}\n`);
    }
  return said;
}

type Query = Record<string, string>;

function queriesOf({ query }: Endpoint, rows: number, text: string): Query[] {
  const shape = (query as z.ZodObject | undefined)?.shape ?? {};
  const fields = Object.keys(shape);
  const choices = fields.flatMap((field) =>
    optionsOf(shape[field] as z.ZodType).map((option) => ({ [field]: option })),
  );
  const search = fields.filter((field) => /text|words|keyword|search/i.test(field)).map((field) => ({ [field]: text }));
  const ids = fields.filter((field) => /id$|^(from|into|parent|session)$/i.test(field));
  const numbered = Array.from({ length: rows }, (_, at) => String(at + 1));
  const named = (id: string) => Object.fromEntries(ids.map((field) => [field, id]));
  const everything: Query[] = [{}, ...(ids.length === 0 ? [] : numbered.map(named))];
  const singly = ids.length < 2 ? [] : numbered.flatMap((id) => ids.map((field) => ({ [field]: id })));
  return [
    ...singly,
    ...everything.flatMap((one) => [one, ...[...choices, ...search].map((more) => ({ ...one, ...more }))]),
  ];
}

/** Choices of an enumeration, whatever wraps it. */
function optionsOf(shape: z.ZodType): string[] {
  if (shape instanceof z.ZodEnum) return shape.options.map(String);
  const { innerType } = shape.def as { innerType?: z.ZodType };
  return innerType ? optionsOf(innerType) : [];
}

/** Names the calls whose replies contain a word. */
export const callsSaying = (word: string, said: Map<string, string>) =>
  [...said].filter(([, body]) => body.includes(word)).map(([path]) => path);

/** Makes every reading call, and names those whose replies contain a word. */
export async function callsThatSay(word: string, ...input: Parameters<typeof readEverything>) {
  return callsSaying(word, await readEverything(...input));
}

import { adminApi } from '@mojian/contract/all-admin';
import { fieldWords } from '@mojian/contract/core/act-fields';
import { actWords, changesOf, fieldName } from '@mojian/contract/core/acts';
import type { Endpoint } from '@mojian/contract/platform/endpoint';
import { expect, test } from 'vitest';
import { actsOn, secret, siteToActOn } from '../../../test/office-acts.ts';
import { testSite } from '../../../test/site.ts';
import { readSettings } from '../settings/settings.ts';

/** Calls that are no GET and yet leave nothing to tell, and why. */
const silent: Record<string, string> = {
  'POST /v1/admin/imports/preview': 'only reads what was uploaded',
  'POST /v1/admin/upgrade/upload': 'only received; what comes of it is told by the check',
  'POST /v1/admin/imports/upload': 'only received; what comes of it is told by the import',
  'POST /v1/admin/home/preview': 'only shows how the home page would look',
  'POST /v1/admin/settings/preview': 'only shows how a text would look',
};

/** Entries whose fields hold foreign words: labels of settings, and names given by the staff. */
const withNamesOfTheirOwn = ['settings.save', 'links.arrange', 'navigation.arrange'];

const changing = Object.values(adminApi)
  .flatMap((calls) => Object.values(calls) as Endpoint[])
  .filter(({ method }) => method !== 'GET')
  .map(({ method, path }) => `${method} ${path}`);

test('every changing call of the back office is audited with a Chinese name and without secrets', {
  timeout: 240_000,
}, async () => {
  const site = await siteToActOn();
  const acts = actsOn(site);
  expect([...Object.keys(acts), ...Object.keys(silent)].sort(), 'a new call needs an entry here, or a reason').toEqual(
    changing.sort(),
  );
  let last = 0;
  for (const [call, run] of Object.entries(acts)) {
    const answer = (await run()) as { failed?: unknown[]; code?: number } | null;
    expect(answer?.failed ?? [], call).toEqual([]);
    const rows = await site.db.selectFrom('auditLog').selectAll().where('id', '>', last).execute();
    expect(rows.length, `${call} leaves no record`).toBeGreaterThan(0);
    last = Math.max(...rows.map(({ id }) => id));
  }

  const rows = await site.db.selectFrom('auditLog').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(secret.slice(0, 20));
  expect(rows.some(({ after }) => after.includes('••••'))).toBe(true);
  const unnamed = rows.flatMap(({ act, before, after }) => [
    ...(/[a-z]/.test(actWords(act)) ? [act] : []),
    ...(withNamesOfTheirOwn.includes(act)
      ? []
      : [before, after].flatMap(fieldsOf).filter((field) => !Object.hasOwn(fieldWords, field))),
  ]);
  expect([...new Set(unnamed)], 'without a word in act-fields.ts').toEqual([]);
  await site.running.jobs.stop();
  await site.close();
});

/** The names of all fields of a record, however deep. */
function fieldsOf(reported: string): string[] {
  const names: string[] = [];
  const walk = (value: unknown) => {
    if (typeof value !== 'object' || value === null) return;
    for (const [name, part] of Object.entries(value)) {
      if (!/^\d+$/.test(name)) names.push(name);
      walk(part);
    }
  };
  walk(reported === '' ? null : JSON.parse(reported));
  return names;
}

test('every saved setting has a Chinese name in the audit log', async () => {
  const site = await testSite();
  const latin: string[] = [];
  for (const [subject, values] of Object.entries(await readSettings(site.db)))
    for (const { field } of changesOf(null, filled(values)))
      for (const part of fieldName({ act: 'settings.save', subject }, field).split(' · '))
        if (/^[a-z]+(?:[A-Z][a-z]*)*$/.test(part)) latin.push(`${subject}.${field}`);
  expect(latin).toEqual([]);
  await site.close();
});

/** With something in every field: what is empty is told of nowhere. */
function filled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(filled);
  if (typeof value !== 'object' || value === null) return value === '' || value === null ? '甲' : value;
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, filled(part)]));
}

import { ZodError } from 'zod';
import type { Trx } from '../../platform/db/schema.ts';
import { readSettings, type SettingsGroup, takeSettings } from './settings.ts';

/** One field, as its group, the names below it, and its value. */
export type Field = { path: string; value: unknown };

/** All fields of all groups, in the order they are declared. */
export async function listFields(trx: Trx): Promise<Field[]> {
  return fieldsOf(await readSettings(trx), []);
}

/**
 * Sets one field from text: as it is where the field holds text, as JSON elsewhere. Its group keeps the others.
 * @throws Error with one Chinese line for a path that names no field, or a value of the wrong kind.
 */
export async function setField(trx: Trx, path: string, text: string): Promise<Field> {
  const settings = structuredClone(await readSettings(trx));
  const names = path.split('.');
  const last = names.pop() as string;
  const holder = names.reduce<unknown>(own, settings);
  const present = own(holder, last);
  if (present === undefined) throw new Error(`没有「${path}」这一项；不带参数运行，可以看到全部`);
  if (isPart(present)) throw new Error(`「${path}」是一组，请写到其中一项，例如 ${fieldsOf(present, [path])[0]?.path}`);

  const value = typeof present === 'string' ? text : parsed(path, text);
  (holder as Record<string, unknown>)[last] = value;
  await save(trx, names[0] as SettingsGroup, settings, path);
  return { path, value };
}

async function save(trx: Trx, group: SettingsGroup, settings: Record<string, unknown>, path: string) {
  try {
    await takeSettings(trx, group, settings[group]);
  } catch (error) {
    if (!(error instanceof ZodError)) throw error;
    throw new Error(`「${path}」${error.issues[0]?.message}`);
  }
}

function parsed(path: string, text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new Error(`「${path}」的值不是 JSON：要写成 true、12 或 [1,2] 这样`);
  }
}

function fieldsOf(part: object, path: string[]): Field[] {
  return Object.entries(part).flatMap(([name, value]) => {
    const here = [...path, name];
    return isPart(value) ? fieldsOf(value, here) : [{ path: here.join('.'), value }];
  });
}

function own(part: unknown, name: string): unknown {
  return isPart(part) && Object.hasOwn(part, name) ? part[name] : undefined;
}

function isPart(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

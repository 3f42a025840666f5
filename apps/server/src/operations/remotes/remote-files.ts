import type { Stored } from './clients/client.ts';

/** A backup there: its name, and the files it was cut into, in order. */
export type RemoteBackup = { name: string; bytes: number; files: string[] };

const named = /^(mojian-[\w-]{1,60}\.zip(?:\.age)?)(?:\.(\d{2,3})of(\d{2,3}))?$/;

export const isEncrypted = (name: string) => name.endsWith('.age');

/** Names of the files of a backup: its own, or `….01of03` and so on, which `cat` joins in the order of a listing. */
export function fileNames(name: string, count: number) {
  if (count === 1) return [name];
  const digits = Math.max(2, String(count).length);
  const pad = (number: number) => String(number).padStart(digits, '0');
  return Array.from({ length: count }, (_, at) => `${name}.${pad(at + 1)}of${pad(count)}`);
}

/** Backups among the files of a folder, newest first by their names. One that lacks a piece is none. */
export function backupsAmong(stored: Stored[]): RemoteBackup[] {
  const sizes = new Map(stored.map(({ name, bytes }) => [name, bytes]));
  const sets = new Map<string, string[]>();
  for (const { name } of stored) {
    const [, of = '', , count = '1'] = named.exec(name) ?? [];
    if (of !== '') sets.set(`${of} ${Number(count)}`, fileNames(of, Number(count)));
  }
  return [...sets]
    .filter(([, files]) => files.every((file) => sizes.has(file)))
    .map(([set, files]) => ({
      name: set.split(' ')[0] ?? '',
      bytes: files.reduce((sum, file) => sum + (sizes.get(file) ?? 0), 0),
      files,
    }))
    .sort((one, other) => (one.name < other.name ? 1 : -1));
}

/** When a backup was made, by its name in China's time; undefined for another name. */
export function timeInName(name: string) {
  const [, day = '', time = ''] = /^mojian-(\d{8})-(\d{6})/.exec(name) ?? [];
  const [, year, month, date] = /^(\d{4})(\d\d)(\d\d)$/.exec(day) ?? [];
  const [, hours, minutes, seconds] = /^(\d\d)(\d\d)(\d\d)$/.exec(time) ?? [];
  const at = Date.parse(`${year}-${month}-${date}T${hours}:${minutes}:${seconds}+08:00`);
  return Number.isNaN(at) ? undefined : at;
}

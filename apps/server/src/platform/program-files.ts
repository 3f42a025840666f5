import { existsSync, readFileSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';

/** The folder the program was installed in, whether it runs from its sources or from one bundle. */
const programFolder = findProgram(import.meta.dirname);

/** An absolute path below the program's folder. */
export function programFile(path: string) {
  return resolve(programFolder, path);
}

/** Whether this is a release, which knows no npm, and not a clone of the project. */
export const isRelease = existsSync(programFile('release.json'));

/** Whether npm fetched this program for `npx mojian`. */
export const isNpmPackage = isRelease && basename(dirname(programFolder)) === 'node_modules';

export function programVersion(): string {
  return readPackage(programFolder).version;
}

/** Whether `npm run` knows a command of this name; a release has no scripts. */
export function hasScript(name: string) {
  return Object.hasOwn(readPackage(programFolder).scripts ?? {}, name);
}

function findProgram(folder: string): string {
  if (existsSync(resolve(folder, 'package.json')) && readPackage(folder).name === 'mojian') return folder;
  if (dirname(folder) === folder) throw new Error('package.json of mojian not found');
  return findProgram(dirname(folder));
}

function readPackage(folder: string) {
  return JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    scripts?: Record<string, string>;
  };
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../runtime.js';

const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8'));

/**
 * Packages the lockfile installs for a platform ({ os, cpu }), from the given starting points on: folders of the lockfile, as
 * `apps/server` or `node_modules/sharp`. In order of path; optional packages of other platforms and of musl are left out.
 * @returns {{ path: string, name: string, version: string, integrity: string, license: string }[]}
 */
export function installedFor(platform, starts) {
  const found = new Set();
  const visit = (path) => {
    const entry = packages[path];
    if (found.has(path) || !fits(entry, platform)) return;
    if (entry.link) return visit(entry.resolved);
    found.add(path);
    for (const name of Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })) {
      const next = locate(name, path);
      if (next) visit(next);
    }
  };
  for (const start of starts) visit(start);
  return [...found]
    .filter((path) => path.includes('node_modules/'))
    .sort()
    .map((path) => describe(path));
}

/** Describes a package of the lockfile. */
export function describe(path) {
  const { version, integrity, license = '' } = packages[path];
  return {
    path,
    name: packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 13),
    version,
    integrity,
    license,
  };
}

function fits({ os, cpu, libc }, platform) {
  const allows = (list, value) => !list || [list].flat().includes(value);
  return allows(os, platform.os) && allows(cpu, platform.cpu) && (platform.os !== 'linux' || allows(libc, 'glibc'));
}

/** As Node looks for a package: in the folder's own node_modules, then further up. */
function locate(name, from) {
  for (let folder = from; ; folder = folder.slice(0, Math.max(folder.lastIndexOf('/'), 0))) {
    const path = `${folder && `${folder}/`}node_modules/${name}`;
    if (packages[path]) return path;
    if (folder === '') return undefined;
  }
}

import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../runtime.js';

const { packages } = JSON.parse(readFileSync(resolve(root, 'package-lock.json'), 'utf8'));

/**
 * Packages the lockfile installs for a platform ({ os, cpu }), from the given starting points on: folders of the lockfile, as
 * `apps/server` or `node_modules/sharp`, and not by way of those in `without`. In order of path; optional packages of other
 * platforms and of musl are left out.
 * @returns {{ path: string, name: string, version: string, integrity: string, license: string }[]}
 */
export function installedFor(platform, starts, without = []) {
  const found = new Set(without);
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
    .filter((path) => !without.includes(path))
    .filter((path) => path.includes('node_modules/'))
    .sort()
    .map((path) => describe(path));
}

/** Build tools: the applications depend on them, a release contains nothing of them. */
const buildTools = ['node_modules/vite', 'node_modules/@react-router/dev'];

/** Packages that are in a release for the platform, bundled or beside the bundle; some of them only in part. */
export function listInside(platform) {
  const starts = ['apps/server', 'apps/web', 'apps/admin'];
  return installedFor(platform, starts, buildTools).filter(({ name }) => !name.startsWith('@types/'));
}

/** Licences that stand in a file, not in package.json. */
const undeclared = { khroma: 'MIT' };

/** Describes a package of the lockfile. */
export function describe(path) {
  const { version, integrity, license } = packages[path];
  const name = packages[path].name ?? path.slice(path.lastIndexOf('node_modules/') + 13);
  return {
    path,
    name,
    version,
    integrity,
    license: license ?? undeclared[name] ?? '',
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

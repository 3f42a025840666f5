import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../runtime.js';
import { assets, textOf } from './assets.js';
import { licencesOf } from './packages.js';

/** The licence texts of all packages, typefaces and tables, each text once with what it covers. */
export function licenceTexts(packages) {
  const texts = new Map();
  for (const part of packages) {
    const found = licencesOf(part);
    for (const { text } of found) texts.set(text, [...(texts.get(text) ?? []), `${part.name} ${part.version}`]);
  }
  for (const part of assets) texts.set(textOf(part), [...(texts.get(textOf(part)) ?? []), part.name]);
  const passages = [...texts].map(([text, names]) => `${names.join('\n')}\n\n${text}\n`);
  return ['Mojian itself: see LICENSE. It contains the following.\n', ...passages].join(`\n${'-'.repeat(80)}\n\n`);
}

/** A CycloneDX 1.6 list of what is inside. */
export function billOfMaterials(packages, { version, commit }) {
  const once = new Map(packages.map((part) => [purl(part.name, part.version), part]));
  const components = [...once.values()].map(({ name, version, integrity, license }) => ({
    type: 'library',
    'bom-ref': purl(name, version),
    name,
    version,
    purl: purl(name, version),
    ...(license && {
      licenses: [/ (AND|OR|WITH) /.test(license) ? { expression: license } : { license: { id: license } }],
    }),
    hashes: [{ alg: 'SHA-512', content: Buffer.from(integrity.split('-')[1] ?? '', 'base64').toString('hex') }],
  }));
  components.push(...assets.map(asComponent));
  const digest = createHash('sha256')
    .update(`${commit.hash} ${JSON.stringify(components)}`)
    .digest('hex');
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    serialNumber: `urn:uuid:${digest.replace(/^(.{8})(.{4})(.{3})(.{3})(.{12}).*$/, '$1-$2-4$3-8$4-$5')}`,
    version: 1,
    metadata: {
      timestamp: new Date(commit.time * 1000).toISOString(),
      component: { type: 'application', 'bom-ref': `mojian@${version}`, name: 'mojian', version },
    },
    components,
  };
}

function asComponent({ name, files, license }) {
  const hash = createHash('sha512');
  for (const file of files) hash.update(readFileSync(resolve(root, file)));
  return {
    type: 'data',
    'bom-ref': name,
    name,
    licenses: [{ license: { id: license } }],
    hashes: [{ alg: 'SHA-512', content: hash.digest('hex') }],
  };
}

function purl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

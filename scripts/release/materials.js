import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { root } from '../runtime.js';
import { licencesOf } from './packages.js';

const typefaceLicence = resolve(root, 'apps/server/typeface/OFL.txt');

/** The licence texts of all packages and of the typeface, each text once with the packages it covers. */
export function licenceTexts(packages) {
  const texts = new Map();
  for (const part of packages) {
    const found = licencesOf(part);
    for (const { text } of found) texts.set(text, [...(texts.get(text) ?? []), `${part.name} ${part.version}`]);
  }
  texts.set(readFileSync(typefaceLicence, 'utf8').trim(), ['Noto Serif SC, reduced (apps/server/typeface)']);
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

function purl(name, version) {
  return `pkg:npm/${name.replace('@', '%40')}@${version}`;
}

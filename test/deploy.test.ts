import { existsSync, globSync, readFileSync, statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

type Service = Record<string, unknown> & {
  image: string;
  environment?: Record<string, string | number>;
  labels?: Record<string, string>;
  volumes?: string[];
  ports?: string[];
};
type Compose = { services: Record<string, Service>; networks?: Record<string, unknown>; volumes?: object };
type Field = { envKey: string; type: string; labelZh: string; labelEn: string; required: boolean; rule?: string };

const read = (path: string) => readFileSync(`deploy/${path}`, 'utf8');
const readYaml = <Of>(path: string) => parse(read(path), { merge: true }) as Of;
const { version } = JSON.parse(readFileSync('package.json', 'utf8')) as { version: string };
const image = `mojian:${version}`;
const composeFiles = globSync('deploy/**/{compose*,docker-compose}.yml').map((path) => path.replace(/^deploy\//, ''));

/** Services that run the site, not those that only lend its image. */
function sitesOf(path: string) {
  const { services } = readYaml<Compose>(path);
  return Object.values(services).filter((service) => service.image === image && service.command === undefined);
}

test('every compose file runs this version, read-only and bounded', () => {
  expect(composeFiles).toHaveLength(4);
  for (const path of composeFiles) {
    expect({ path, sites: sitesOf(path).length }).toEqual({ path, sites: path.includes('grow') ? 3 : 1 });
    for (const service of sitesOf(path)) {
      expect({ path, ...service }).toMatchObject({
        read_only: true,
        tmpfs: [expect.stringMatching(/^\/tmp:size=\d+m$/)],
        cap_drop: ['ALL'],
        security_opt: ['no-new-privileges:true'],
        restart: expect.stringMatching(/^(always|unless-stopped)$/),
        stop_grace_period: '30s',
        environment: { SITE_URL: expect.stringContaining('SITE_URL'), TRUST_PROXY: expect.anything() },
      });
      const isBounded = JSON.stringify([service.mem_limit, service.deploy ?? null]);
      expect(isBounded).toMatch(/450m|MEMORY_LIMIT/);
      expect(service.volumes?.some((volume) => volume.endsWith(':/data'))).toBe(true);
    }
  }
});

test('the Dockerfile is of this version, of both architectures and without root', () => {
  const text = read('Dockerfile');
  expect([...text.matchAll(/^ARG VERSION=(.*)$/gm)].map(([, one]) => one)).toEqual([version, version, version]);
  for (const line of [
    'ARG BASE=debian:bookworm-slim',
    `ADD mojian-\${VERSION}-linux-x64.tar.xz /opt/`,
    `ADD mojian-\${VERSION}-linux-arm64.tar.xz /opt/`,
    `FROM release-\${TARGETARCH}`,
    'USER 10001:10001',
    'VOLUME /data',
  ])
    expect(text.split('\n')).toContain(line);
  expect(text).toMatch(/^HEALTHCHECK .*CMD \["mojian", "status", "--ready"\]$/m);
});

test('the processes of compose.grow.yml share database and pictures, and drain before they stop', () => {
  const { services, volumes } = readYaml<Compose>('compose.grow.yml');
  const sites = sitesOf('compose.grow.yml');
  for (const { environment } of sites)
    expect(environment).toMatchObject({
      DATABASE_URL: expect.stringMatching(/^postgres:.*@postgres:5432\/mojian$/),
      STORAGE_URL: expect.stringMatching(/^s3:.*@s3:9000\/mojian\?pathStyle=1&tls=0$/),
      TRUST_PROXY: 1,
      DRAIN_SECONDS: 5,
    });
  expect(new Set(sites.map((site) => site.volumes?.[0])).size).toBe(3); // a process has its own folder
  const named = Object.values(services).flatMap((service) => service.volumes ?? []);
  const own = named.map((volume) => volume.split(':')[0] ?? '').filter((name) => /^[a-z]/.test(name));
  expect([...new Set(own)].sort()).toEqual(Object.keys(volumes ?? {}).sort());
  expect(services.nginx?.volumes?.[0]).toBe('./grow/nginx.conf:/etc/nginx/conf.d/default.conf:ro');
});

test('the folder for 1Panel has the documented form', () => {
  const folder = 'deploy/1panel/mojian';
  for (const file of ['logo.png', 'README.md', 'data.yml', `${version}/data.yml`, `${version}/docker-compose.yml`])
    expect({ file, there: existsSync(`${folder}/${file}`) }).toEqual({ file, there: true });
  expect(pngSize(`${folder}/logo.png`)).toEqual([180, 180]);
  expect(statSync(`${folder}/logo.png`).size).toBeLessThan(10_240);
  expect(readYaml<object>('1panel/mojian/data.yml')).toMatchObject({
    additionalProperties: {
      key: 'mojian',
      type: 'website',
      tags: ['WebSite'],
      limit: 0,
      architectures: ['amd64', 'arm64'],
    },
  });
  const form = readYaml<{ additionalProperties: { formFields: Field[] } }>(`1panel/mojian/${version}/data.yml`);
  const fields = form.additionalProperties.formFields;
  for (const field of fields)
    expect(field).toMatchObject({
      labelZh: expect.stringMatching(/./),
      labelEn: expect.stringMatching(/./),
      required: true,
      type: expect.stringMatching(/^(text|number)$/),
    });
  expect(fields.find(({ envKey }) => envKey === 'PANEL_APP_PORT_HTTP')).toMatchObject({ rule: 'paramPort' });

  const text = read(`1panel/mojian/${version}/docker-compose.yml`);
  const { services, networks } = parse(text) as Compose;
  expect(networks).toEqual({ '1panel-network': { external: true } });
  expect(services.mojian).toMatchObject({
    container_name: `\${CONTAINER_NAME}`,
    networks: ['1panel-network'],
    ports: [`\${PANEL_APP_PORT_HTTP}:3000`],
    volumes: ['./data:/data'],
    labels: { createdBy: 'Apps' },
  });
  expect(variablesIn(text)).toEqual(['CONTAINER_NAME', ...fields.map(({ envKey }) => envKey)].sort());
});

test('the folder for 宝塔 has the documented form', () => {
  const folder = 'deploy/baota/mojian';
  expect(pngSize(`${folder}/ico-dkapp_mojian.png`)).toEqual([100, 100]);
  const app = JSON.parse(read('baota/mojian/app.json')) as {
    appname: string;
    apptype: string;
    appTypeCN: string;
    appversion: { m_version: string; s_version: string[] }[];
    field: { attr: string }[];
    env: { key: string; type: string }[];
  };
  expect(app).toMatchObject({ appname: 'mojian', apptype: 'BuildWebsite', appTypeCN: '建站' });
  expect(app.appversion.flatMap((one) => one.s_version.map((s) => `${one.m_version}.${s}`))).toEqual([version]);
  const keys = app.env.map(({ key }) => key.toUpperCase());
  const settings = read('baota/mojian/mojian/.env').match(/^[A-Z_]+(?==)/gm) ?? [];
  expect([...settings].sort()).toEqual([...keys].sort());
  expect(keys).toEqual(expect.arrayContaining(['HOST_IP', 'CPUS', 'MEMORY_LIMIT', 'APP_PATH']));
  const fields = app.field.map(({ attr }) => attr.toUpperCase());
  const filledByPanel = ['APP_PATH', 'HOST_IP'];
  expect(keys.filter((key) => !fields.includes(key) && !filledByPanel.includes(key))).toEqual([]);

  const text = read('baota/mojian/mojian/docker-compose.yml');
  expect(variablesIn(text)).toEqual([...keys].sort());
  const { services } = parse(text) as Compose;
  for (const service of Object.values(services)) expect(service.labels).toEqual({ createdBy: 'bt_apps' });
  expect(services.mojian?.ports).toEqual([`\${HOST_IP}:\${WEB_HTTP_PORT}:3000`]);
});

/** Names between `${` and `}`. */
function variablesIn(text: string) {
  return [...new Set([...text.matchAll(/\$\{(\w+)/g)].map(([, name = '']) => name))].sort();
}

function pngSize(path: string) {
  const bytes = readFileSync(path);
  expect(bytes.toString('latin1', 1, 4)).toBe('PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readConfig } from './config.ts';

const hidden = 'open-sesame';
/** A right value of every variable; those with a secret hold `hidden`. */
const right: Record<string, string> = {
  PORT: '3100',
  HOST: '0.0.0.0',
  SITE_URL: 'https://blog.example.com:8443',
  DATA_DIR: '/srv/mojian data',
  DATABASE_URL: `postgres://mojian:${hidden}@127.0.0.1:5432/mojian?sslmode=verify-full`,
  STORAGE_URL: `s3://KEY:${hidden}@s3.example.com/pictures/blog?region=cn-north-1`,
  SMTP_URL: `smtps://me%40example.com:${hidden}@smtp.example.com:465?from=me@example.com`,
  OWNER_EMAIL: 'me@example.com',
  OWNER_PASSWORD: `${hidden}-2026`,
  SAMPLE_CONTENT: '0',
  TRUST_PROXY: '2',
  DRAIN_SECONDS: '5',
  METRICS_TOKEN: `${hidden}-0123456789`,
  UPGRADE_URL: 'https://releases.example.com/mojian/',
  UPGRADE_BY_REQUEST: '1',
  UPGRADE_KEY: 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=',
  LOG_LEVEL: 'error',
};
const names = Object.keys(right);
const addresses = names.filter((name) => name.endsWith('_URL'));

/** The refusal of a value, undefined where it is taken. */
function refusal(name: string, value: string) {
  try {
    readConfig({ [name]: value });
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
}

/** A refusal is one Chinese line that names the variable and repeats no secret. */
function expectLine(name: string, value: string, refused: string | undefined) {
  expect(refused, `${name}=${value}`).toMatch(new RegExp(`^环境变量 ${name} [^\\n]*\\p{Script=Han}[^\\n]*$`, 'u'));
  expect(refused).not.toContain(hidden);
}

test.each(names)('%s is read without what its file adds', (name) => {
  const value = right[name] ?? '';
  const expected = readConfig({ [name]: value });
  const files = [
    `${value}\r`,
    `  ${value}\t`,
    `\ufeff${value}`,
    `"${value}"`,
    `'${value}'`,
    `“${value}”`,
    `"${value}\r"`,
  ];
  for (const written of [...files, ` '${value} ' \r`]) expect(readConfig({ [name]: written })).toEqual(expected);
});

test.each(names)('%s is not set by an empty value', (name) => {
  for (const written of ['', ' ', '\r', '""', "''", ' "" \r', '" "'])
    expect(readConfig({ [name]: written })).toEqual(readConfig({}));
});

test.each(names)('%s with the remains of a file in it is refused', (name) => {
  const value = right[name] ?? '';
  const middle = Math.ceil(value.length / 2);
  const inside = (text: string) => value.slice(0, middle) + text + value.slice(middle);
  const remains = [
    `"${value}`,
    `${value}'`,
    `“${value}`,
    `${value} # 说明`,
    inside('\n'),
    inside('\r\n'),
    inside('\u200b'),
  ];
  for (const written of value.length === 1 ? remains.slice(0, 4) : remains)
    expectLine(name, written, refusal(name, written));
});

test.each(names)('%s with anything in it is taken, or refused in one line', (name) => {
  const odd = [
    '~',
    '~/x',
    '$HOME/x',
    '-1',
    '0x10',
    '1e3',
    '99999999',
    'null',
    '[object Object]',
    '://',
    'http:',
    '\\',
    '{}',
  ];
  const check = (value: string) => {
    const refused = refusal(name, value);
    if (refused !== undefined) expectLine(name, value, refused);
  };
  for (const value of [...odd, ...Object.values(right)]) check(value);
  fc.assert(fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.webUrl(), fc.ipV6(), fc.emailAddress()), check), {
    numRuns: 200,
  });
});

test.each(addresses)('%s with a wrong scheme, or none, is refused', (name) => {
  const rest = (right[name] ?? '').replace(/^\w+:\/\//, '');
  for (const scheme of ['', 'ftp://', 'file://', 'javascript:', 'mysql://', 'localhost:', '//', 'https//', 'https：//'])
    expectLine(name, scheme + rest, refusal(name, scheme + rest));
});

test.each(['SITE_URL', 'UPGRADE_URL'])('%s takes no credentials, query or fragment', (name) => {
  const base = (right[name] ?? '').replace(/\/$/, '');
  for (const tail of ['?', '?x=1', '#', '#top', '/?x', '/#']) expectLine(name, base + tail, refusal(name, base + tail));
  for (const login of [`me:${hidden}@`, `${hidden}@`, '@']) {
    const written = base.replace('://', `://${login}`);
    expectLine(name, written, refusal(name, written));
  }
});

test.each(['DATABASE_URL', 'SMTP_URL', 'STORAGE_URL'])(
  '%s is refused where a bare sign breaks its password',
  (name) => {
    for (const sign of ['/', '#', '?'])
      for (const password of [`${sign}${hidden}`, `1${sign}${hidden}`, `${hidden}${sign}1`, `12${sign}@${hidden}`]) {
        const written = (right[name] ?? '').replace(hidden, password);
        const refused = refusal(name, written);
        expectLine(name, written, refused);
        expect(refused).toContain('百分号编码');
        expect(refusal(name, written.replace(password, encodeURIComponent(password)))).toBeUndefined();
      }
  },
);

test('the address of the site is that of its host, without a path', () => {
  const origins = [
    ['https://blog.example.com/', 'https://blog.example.com'],
    ['HTTPS://Blog.Example.com//', undefined],
    ['http://127.0.0.1:5181', 'http://127.0.0.1:5181'],
    ['https://[2001:db8::1]:8443/', 'https://[2001:db8::1]:8443'],
    ['http://127.0.0.1:5181/blog', undefined],
    ['https://example.com/index.html', undefined],
  ];
  for (const [written = '', origin] of origins)
    if (origin) expect(readConfig({ SITE_URL: written }).siteUrl).toBe(origin);
    else expect(refusal('SITE_URL', written)).toContain('子域名');
});

test.each([
  ['~/mojian-data', '完整的路径'],
  ['~', '完整的路径'],
  ['$HOME/data', '完整的路径'],
  // biome-ignore lint/suspicious/noTemplateCurlyInString: a variable that no shell has replaced
  ['${HOME}/data', '完整的路径'],
  ['%USERPROFILE%\\data', '完整的路径'],
  ['file:///srv/data', '不是网址'],
  ['s3://KEY:SECRET@host/bucket', '不是网址'],
])('DATA_DIR=%s is refused: %s', (written, words) => expect(refusal('DATA_DIR', written)).toContain(words));

test.each(['http://0.0.0.0', '0.0.0.0:3000', '*', 'a b', '-x', '127.0.0.1/'])('HOST=%s is refused', (written) =>
  expectLine('HOST', written, refusal('HOST', written)),
);

test('sslmode means what it means to psql', () => {
  const url = 'postgres://mojian:secret@db.example.com/mojian';
  expect(readConfig({ DATABASE_URL: `${url}?sslmode=require` }).databaseUrl).toBe(
    `${url}?sslmode=require&uselibpqcompat=true`,
  );
  for (const mode of ['disable', 'verify-full', 'no-verify'])
    expect(readConfig({ DATABASE_URL: `${url}?sslmode=${mode}` }).databaseUrl).toBe(`${url}?sslmode=${mode}`);
  for (const wrong of [
    'sslmode=prefer',
    'sslmode=on',
    'sslmode=verify-ca',
    'ssl=yes',
    'sslmode=require&sslrootcert=/no',
  ])
    expectLine('DATABASE_URL', wrong, refusal('DATABASE_URL', `${url}?${wrong}`));
});

test('the walk knows every variable', () => {
  const all = Object.fromEntries(names.map((name) => [name, '\u0001']));
  expect(() => readConfig(all)).toThrow();
  const refused = (() => {
    try {
      readConfig(all);
    } catch (error) {
      return (error as Error).message.split('\n');
    }
  })();
  expect(refused).toHaveLength(names.length);
});

import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';

const isLinux = process.platform === 'linux';

let folder: string;
let root: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'mojian-install-'));
  root = join(folder, 'root');
  // a release whose program prints its environment, and a machine that has the user
  writeProgram(join(folder, 'release/bin/mojian'), '[ "$1" = upgrade ] && exec env -0; exit 0');
  writeFileSync(join(folder, 'release/release.json'), '{\n "version": "1.0.0"\n}\n');
  copyFileSync('deploy/install.sh', join(folder, 'release/install.sh'));
  writeProgram(join(folder, 'tools/id'), 'case $1 in -u) echo 0 ;; *) echo mojian ;; esac');
  writeProgram(join(folder, 'tools/chown'), 'exit 0');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function writeProgram(path: string, text: string) {
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, `#!/bin/sh\n${text}\n`);
  chmodSync(path, 0o755);
}

/** Installs as a root who has this umask. */
function tryInstall(umask: string, ...options: string[]) {
  const env = { PATH: `${join(folder, 'tools')}:${process.env.PATH}`, MOJIAN_ROOT: root };
  const program = join(folder, 'release/install.sh');
  const line = [`umask ${umask}; exec sh "$0" "$@"`, program, '--yes', '--no-start', ...options];
  return spawnSync('sh', ['-c', ...line], { env, encoding: 'utf8' });
}

function install(...options: string[]) {
  const { status, stdout, stderr } = tryInstall('022', ...options);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return stdout;
}

const settings = () => join(root, 'etc/mojian/mojian.env');
const unit = () => readFileSync(join(root, 'etc/systemd/system/mojian.service'), 'utf8');
const memory = () => /^MemoryMax=(.*)$/m.exec(unit())?.[1];

/** Environment in which the installed command runs the program. */
function environmentOf(shell: string) {
  const command = join(folder, 'command');
  const installed = readFileSync(join(root, 'usr/local/bin/mojian'), 'utf8');
  writeFileSync(command, installed.replaceAll('/etc/mojian', `${root}/etc/mojian`).replaceAll('/opt/', `${root}/opt/`));
  const { stdout, stderr } = spawnSync(shell, [command, 'upgrade'], { env: { PATH: process.env.PATH ?? '' } });
  expect(String(stderr)).toBe('');
  const variables = String(stdout).split('\0').filter(Boolean);
  return Object.fromEntries(variables.map((one) => [one.slice(0, one.indexOf('=')), one.slice(one.indexOf('=') + 1)]));
}

test.runIf(isLinux)('installing again keeps the memory limit, unless another is given', () => {
  install();
  expect(memory()).toBe('400M');
  install('--memory', '2G');
  expect(memory()).toBe('2G');
  install();
  expect(memory()).toBe('2G');
  const path = join(root, 'etc/systemd/system/mojian.service');
  writeFileSync(path, unit().replace('MemoryMax=2G', 'MemoryMax=75%')); // by hand
  install();
  expect(memory()).toBe('75%');
  install('--memory', '600M');
  expect(memory()).toBe('600M');
});

/** Lines of an EnvironmentFile and their values by systemd.exec(5); undefined for no setting. */
const lines: [line: string, name: string, value: string | undefined][] = [
  [
    'STORAGE_URL=s3://KEY:SECRET@s3.example.com/b?region=cn-north-1&pathStyle=1',
    'STORAGE_URL',
    's3://KEY:SECRET@s3.example.com/b?region=cn-north-1&pathStyle=1',
  ],
  ['MONEY=pa$$word$HOME$(false)`id`', 'MONEY', 'pa$$word$HOME$(false)`id`'],
  ['SPACES = two  words; (and) more|less > all  ', 'SPACES', 'two  words; (and) more|less > all'],
  ['HASH=a#b # c', 'HASH', 'a#b # c'],
  ['# COMMENT=1', 'COMMENT', undefined],
  ['  ; REMARK=1', 'REMARK', undefined],
  ['  INDENTED=1', 'INDENTED', '1'],
  ['DOUBLE="a & b  "', 'DOUBLE', 'a & b  '],
  ['SINGLE=\'a \\ "b" $c\'', 'SINGLE', 'a \\ "b" $c'],
  ['INNER=it\'s "so"', 'INNER', 'it\'s "so"'],
  ['ESCAPED=a\\&b\\\\c\\ d', 'ESCAPED', 'a&b\\c d'],
  ['IN_DOUBLE="\\$a \\"b\\" \\\\ \\c"', 'IN_DOUBLE', '$a "b" \\ \\c'],
  ['EQUAL=a=b==', 'EQUAL', 'a=b=='],
  ['EMPTY=', 'EMPTY', ''],
  ['QUOTED_EMPTY=""', 'QUOTED_EMPTY', ''],
  ['CHINESE=墨笺 的站', 'CHINESE', '墨笺 的站'],
  ['CARRIAGE=return\r', 'CARRIAGE', 'return'],
  ['not a setting', 'not', undefined],
  ['1ST=1', '1ST', undefined],
  ['WRONG NAME=1', 'NAME', undefined],
  ['TWICE=1\nTWICE=2', 'TWICE', '2'],
  ['LAST=without a line break', 'LAST', 'without a line break'],
];

test.runIf(isLinux).each(['sh', 'bash'])('the command run by %s reads the settings as systemd does', (shell) => {
  install('--site-url', 'https://blog.example.com');
  writeFileSync(settings(), readFileSync(settings(), 'utf8') + lines.map(([line]) => line).join('\n'));
  const found = environmentOf(shell);
  for (const [line, name, value] of lines) expect([line, found[name]]).toEqual([line, value]);
  expect(found).toMatchObject({ SITE_URL: 'https://blog.example.com', PORT: '3000', DATA_DIR: '/var/lib/mojian' });
});

test.runIf(isLinux)('settings that somebody put into quotes stand when it is installed again', () => {
  install('--site-url', 'https://blog.example.com');
  const quoted = readFileSync(settings(), 'utf8').replace(/^SITE_URL=(.*)$/m, 'SITE_URL="$1"');
  writeFileSync(settings(), quoted);
  install();
  expect(readFileSync(settings(), 'utf8')).toBe(quoted);
});

test.runIf(isLinux).each(['000', '077'])(
  'with a umask of %s others read the program, and write none of it',
  (umask) => {
    expect(tryInstall(umask)).toMatchObject({ status: 0, stderr: '' });
    const modeOf = (path: string) => (statSync(join(root, path)).mode & 0o777).toString(8);
    const folders = [
      'opt',
      'opt/mojian',
      'opt/mojian/1.0.0',
      'opt/mojian/1.0.0/bin',
      'etc/systemd/system',
      'usr/local/bin',
    ];
    expect(folders.map(modeOf)).toEqual(folders.map(() => '755'));
    expect(modeOf('opt/mojian/1.0.0/bin/mojian')).toBe('755');
    expect(modeOf('etc/systemd/system/mojian.service')).toBe('644');
    expect(modeOf('etc/mojian/mojian.env')).toBe('640');
  },
);

const system = ['/', '/etc', '/etc/', '/usr/lib', '/var/lib', '/home', '/tmp'];
const roundabout = ['/srv/../etc', '/srv/.', '/srv//etc', '/opt/./mojian', '/..'];

test.runIf(isLinux).each([...system, ...roundabout])('the data folder cannot be %s', (path) => {
  const { status, stderr } = tryInstall('022', '--data', path);
  expect({ status, stderr }).toEqual({ status: 1, stderr: expect.stringMatching(/^数据/) });
  expect(existsSync(join(root, 'usr'))).toBe(false);
});

test.runIf(isLinux)('a data folder that was changed for a link is left alone', () => {
  mkdirSync(join(root, 'srv'), { recursive: true });
  symlinkSync('/etc', join(root, 'srv/mojian'));
  expect(tryInstall('022', '--data', '/srv/mojian').stderr).toMatch(/^数据文件夹是一个符号链接/);
});

test.runIf(isLinux)('a version is no way to another folder', () => {
  writeFileSync(join(folder, 'release/release.json'), '{\n "version": ".."\n}\n');
  expect(tryInstall('022').stderr).toMatch(/^release.json 里没有版本号/);
});

const upgradeUnit = (kind: string) => readFileSync(join(root, `etc/systemd/system/mojian-upgrade.${kind}`), 'utf8');

test.runIf(isLinux)('a unit of root waits for the request of the back office, in the data folder only', () => {
  install('--data', '/srv/blog');
  expect(upgradeUnit('path')).toContain('PathExists=/srv/blog/upgrades/request.json\nUnit=mojian-upgrade.service');
  const service = upgradeUnit('service');
  expect(service).toContain('ExecStart=/opt/mojian/current/bin/mojian upgrade-request\n');
  expect(service).toContain('ReadWritePaths=/opt/mojian /srv/blog\n');
  expect(service).not.toContain('User=');
  expect(service).toMatch(/Restart=on-abnormal[\s\S]*NoNewPrivileges=true/);
  expect(unit()).toContain('Environment=UPGRADE_BY_REQUEST=1\n');
});

const hasSystemd = spawnSync('systemd-analyze', ['--version']).status === 0;

test.runIf(isLinux && hasSystemd)('systemd finds no fault in the units', () => {
  install();
  const folder = join(root, 'etc/systemd/system');
  for (const name of ['mojian.service', 'mojian-upgrade.path', 'mojian-upgrade.service']) {
    // the program is not installed on this machine
    const text = readFileSync(join(folder, name), 'utf8').replaceAll('/opt/mojian/current/bin/mojian', '/bin/true');
    writeFileSync(join(folder, name), text);
  }
  const names = ['mojian.service', 'mojian-upgrade.path', 'mojian-upgrade.service'].map((name) => join(folder, name));
  const { status, stdout, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...names], {
    encoding: 'utf8',
  });
  const own = `${stdout}${stderr}`.split('\n').filter((line) => line.includes('mojian'));
  expect({ status, own }).toEqual({ status: 0, own: [] });
});

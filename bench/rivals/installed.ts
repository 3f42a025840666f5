import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';

type Need = { name: string; isThere: () => boolean; how: string };

const has = (command: string) => spawnSync('sh', ['-c', `command -v ${command}`]).status === 0;

/** Whether PHP has an extension, in the build that runs commands, which fills WordPress. */
const hasExtension = (name: string) => spawnSync('php', ['-m']).stdout?.toString().split('\n').includes(name) ?? false;

const mariadb: Need[] = [
  { name: 'MariaDB', isThere: () => has('mariadbd') && has('mariadb-install-db'), how: 'apt install mariadb-server' },
];

const needsOf = {
  Ghost: (folder: string): Need[] => [
    ...mariadb,
    {
      name: `${folder}/package`,
      isThere: () => existsSync(resolve(folder, 'package/node_modules')),
      how: `npm pack ghost && tar xf ghost-*.tgz && cd package && npm install --omit=dev --legacy-peer-deps`,
    },
  ],
  WordPress: (folder: string): Need[] => [
    ...mariadb,
    { name: 'nginx', isThere: () => has('nginx'), how: 'apt install nginx-light' },
    {
      name: 'php-fpm',
      isThere: () => spawnSync('sh', ['-c', 'command -v php-fpm || ls /usr/sbin/php-fpm*']).status === 0,
      how: 'apt install php-fpm',
    },
    { name: 'php', isThere: () => has('php'), how: 'apt install php-cli' },
    ...['mysqli', 'mbstring', 'xml', 'curl'].map((name) => ({
      name: `PHP 的 ${name}`,
      isThere: () => hasExtension(name),
      how: `apt install php-${name === 'mysqli' ? 'mysql' : name}`,
    })),
    {
      name: `${folder}/site`,
      isThere: () => existsSync(resolve(folder, 'site/wp-settings.php')),
      how: 'apt install wordpress && cp -rL /usr/share/wordpress site',
    },
  ],
};

/**
 * Makes sure that all a system needs is installed before anything is measured.
 * @throws naming everything that is missing, and how a Debian gets it
 */
export function requireInstalled(system: keyof typeof needsOf, folder: string) {
  const missing = needsOf[system](folder).filter(({ isThere }) => !isThere());
  if (missing.length === 0) return;
  const lines = missing.map(({ name, how }) => `  ${name}：${how}`);
  throw new Error(`${system} 还缺：\n${lines.join('\n')}`);
}

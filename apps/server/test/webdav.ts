import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { hasNginx, startNginx } from './nginx.ts';

const modules = '/usr/lib/nginx/modules/ngx_http_dav_ext_module.so';

/** Whether a real nginx with PROPFIND is installed (Debian: libnginx-mod-http-dav-ext). */
export const hasWebdav = hasNginx && existsSync(modules);

export const webdavAccount = { username: '墨笺', secret: 'hush/+:@?#% 密' };

/** A real WebDAV server on this machine, whose folder is `/dav/backups`, with a password. `{SHA}…` is of the secret above. */
export async function startWebdav() {
  const folder = await mkdtemp(join(tmpdir(), 'mojian-dav-'));
  const { createHash } = await import('node:crypto');
  const sum = createHash('sha1').update(webdavAccount.secret).digest('base64');
  await writeFile(join(folder, 'users'), `${webdavAccount.username}:{SHA}${sum}\n`);
  await mkdir(join(folder, 'root/dav'), { recursive: true });
  const nginx = await startNginx(
    `root ${join(folder, 'root')}; client_max_body_size 0; location / { auth_basic dav;
      auth_basic_user_file ${join(folder, 'users')}; dav_methods PUT DELETE MKCOL COPY MOVE;
      dav_ext_methods PROPFIND OPTIONS; create_full_put_path off; dav_access user:rw; }`,
    [modules],
  );
  const stored = join(folder, 'root/dav/backups');
  return {
    url: `${nginx.url}/dav/backups`,
    port: Number(new URL(nginx.url).port),
    /** Names of what lies in the folder. */
    names: async () => (existsSync(stored) ? (await readdir(stored)).sort() : []),
    read: (name: string) => readFile(join(stored, name)),
    write: (name: string, bytes: Uint8Array) => writeFile(join(stored, name), bytes),
    empty: () => rm(stored, { recursive: true, force: true }),
    async stop() {
      await nginx.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

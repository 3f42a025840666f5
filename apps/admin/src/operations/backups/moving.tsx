import type { Backups } from './use-backups.ts';

/** How a site moves to another machine, or to the other kind of database. */
export function Moving({ dialect }: Pick<Backups, 'dialect'>) {
  const isSqlite = dialect === 'sqlite';
  return (
    <section className="backup-card wide">
      <h2>{isSqlite ? '搬家，或换成 PostgreSQL' : '搬家，或换回 SQLite'}</h2>
      <p className="quiet">
        备份里是整个站点：数据、图片、设置。现在用的是 {isSqlite ? 'SQLite' : 'PostgreSQL'}
        ；同一份备份两种数据库都能恢复。
        {isSqlite && '评论与访问多到写不过来，或者要开几个进程时，换成 PostgreSQL。'}
      </p>
      <ol>
        <li>在旧的地方点「立即备份」，再下载那一份。</li>
        <li>
          在新的地方装好墨笺，{isSqlite ? '要换就配好 DATABASE_URL=postgres://…' : '要换就不写 DATABASE_URL'}
          ，启动，用一次性链接随便建一个站长账号，点「我有一份备份」。
        </li>
        <li>传上来，再点它的「恢复…」：先看会变成什么样，再确定。之后用旧站的账号登录，刚才建的那个就不在了。</li>
      </ol>
      <p className="quiet">
        行数与校验和在恢复时逐项核对，不对会停下，不会只搬一半。喜欢用命令的话，新的地方先别启动，执行{' '}
        <code>npm run restore -- 备份.zip --dry-run</code> 看一遍，再去掉 <code>--dry-run</code>。
        备份里有密码的哈希、密钥与会员的资料，请像保管钥匙一样保管它。
      </p>
    </section>
  );
}

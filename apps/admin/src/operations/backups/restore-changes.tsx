import type { RestorePreview } from '@mojian/contract/operations/backups';
import { type Change, namedChanges } from '@mojian/contract/operations/table-names';
import { Alert } from 'antd';
import { dayTime } from '../../platform/day-time.ts';

/** What a dry run found, in words and numbers. */
export function RestoreChanges({ preview }: { preview: RestorePreview }) {
  const { site, createdAt, dialect, files, missing, owners, staysIn } = preview;
  const changes = namedChanges(preview.tables);
  const same = changes.filter(({ now, later }) => now === later);
  const isElsewhere = site !== location.origin;
  return (
    <>
      <p>
        备份完好：{dayTime(createdAt)}，来自 {site}（{dialect === 'sqlite' ? 'SQLite' : 'PostgreSQL'}），{files}{' '}
        个图片文件
        {missing > 0 && `（另有 ${missing} 个在备份时就已丢失）`}。
      </p>
      {isElsewhere && <p className="warn">留意：这份备份来自另一个地址。恢复之后，这里就成了那个站点的样子。</p>}
      <ul className="restore-means">
        <li>现在的站点会先自动备份一份，随时可以换回来。</li>
        <li>之后整个站点换成备份里的样子：备份之后写的东西都不在了。</li>
        <li>恢复的那一会儿，读者照常能读；要写的会请他们等一等。</li>
        {staysIn && <li>你这一次的登录也在备份里，恢复之后不用重新登录。</li>}
      </ul>
      {!staysIn && (
        <Alert
          type="warning"
          showIcon
          title="恢复之后，你要重新登录"
          description={`备份里没有你这一次的登录。请用备份里的账号与密码${owners.length > 0 ? `，那里的站长是${owners.map((name) => `「${name}」`).join('、')}` : ''}；现在的账号要是不在备份里，就不再有了。`}
        />
      )}
      <Changes changes={changes.filter(({ now, later }) => now !== later)} />
      {same.length > 0 && (
        <p className="quiet">{`不变的：${same.map(({ name, now }) => `${name} ${now.toLocaleString()}`).join('、')}。`}</p>
      )}
    </>
  );
}

function Changes({ changes }: { changes: Change[] }) {
  if (changes.length === 0) return <p>各样的数目都和现在一样多；内容仍会换成备份里的。</p>;
  return (
    <table className="restore-changes">
      <thead>
        <tr>
          <th scope="col">会变的</th>
          <th scope="col">现在</th>
          <th scope="col">恢复之后</th>
          <th scope="col">差</th>
        </tr>
      </thead>
      <tbody>
        {changes.map(({ name, now, later }) => (
          <tr key={name}>
            <th scope="row">{name}</th>
            <td>{now.toLocaleString()}</td>
            <td>{later.toLocaleString()}</td>
            <td>{(later > now ? '+' : '−') + Math.abs(later - now).toLocaleString()}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

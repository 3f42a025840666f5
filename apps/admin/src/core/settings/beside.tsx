import type { Group } from '@mojian/contract/core/settings-fields/field';
import type { selfTests } from '@mojian/contract/operations/self-tests';
import type { Reply } from '@mojian/contract/platform/endpoint';
import { Typography } from 'antd';
import { SelfTests } from './self-tests.tsx';

export type Facts = Reply<typeof selfTests.facts>;

type Props = Pick<Group, 'name' | 'addresses' | 'tests'> & { isChanged: boolean; isLocked: boolean; facts: Facts };

/** What is not set here but belongs to it: addresses for elsewhere, where things are, and the self-tests. */
export function Beside({ name, addresses = [], tests = [], isChanged, isLocked, facts }: Props) {
  const fact = factOf(name, facts);
  return (
    <>
      {addresses.map(({ label, path }) => (
        <div className="field" key={path}>
          <b>{label}</b>
          <Typography.Text className="address" copyable={{ tooltips: ['复制', '复制成功'] }}>
            {facts.siteUrl + path}
          </Typography.Text>
        </div>
      ))}
      {fact && (
        <div className="field">
          <b>{fact.label}</b>
          <span className="address">{fact.text}</span>
        </div>
      )}
      {tests.length > 0 && <SelfTests tests={tests} isChanged={isChanged} isLocked={isLocked} />}
    </>
  );
}

function factOf(name: string, { storage, hasSmtpUrl }: Facts) {
  if (name === 'storage') return { label: '放在', text: storage || '本机的数据目录里' };
  if (name === 'mail')
    return { label: 'SMTP_URL', text: hasSmtpUrl ? '启动时给了；上面填了服务器就用上面的' : '没有给' };
  return undefined;
}

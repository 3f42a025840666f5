import type { LinkRow } from '@mojian/contract/pages/links-admin';
import { Button, Tooltip } from 'antd';
import { useState } from 'react';
import { shortTime } from '../../platform/day-time.ts';
import { api } from '../../platform/http-api.ts';
import { LinkButton } from '../../platform/listing/link-button.tsx';
import { Listing } from '../../platform/listing/listing.tsx';
import type { RowAct } from '../../platform/listing/row-acts.tsx';
import { State } from '../../platform/listing/state.tsx';
import { useOffice } from '../../platform/shell/use-office.ts';
import { When } from '../../platform/when.tsx';
import { LinkForm } from './link-form.tsx';
import { ReviewLink } from './review-link.tsx';

const states = { pending: '待审核', approved: '已通过', refused: '已拒绝' };
const tones = { pending: 'wait', approved: 'ok', refused: 'off' } as const;
const removal = '删除之后，它不再在友链里，对方可以重新申请。确定吗？';

type Open = { kind: 'review' | 'edit'; link: LinkRow } | { kind: 'add' };

export function Component() {
  const [open, setOpen] = useState<Open>();
  const [round, setRound] = useState(0);
  const isDemo = useOffice().role === 'demo';
  const close = () => setOpen(undefined);
  const done = () => {
    close();
    setRound((now) => now + 1);
  };
  return (
    <>
      <Listing<LinkRow>
        name="友链"
        title="友链"
        none="还没有友链，也没有人申请"
        round={round}
        load={api.links.list}
        act={(ids, act) => api.links.act({ body: { ids, act: act as 'remove' } })}
        acts={[
          { name: 'approve', title: '通过', confirm: '通过之后写进友链，并写信告诉对方。' },
          { name: 'remove', title: '删除', confirm: removal },
        ]}
        rowActs={(link) => actsOf(link, setOpen)}
        filters={[
          { name: 'text', label: '站名、网址' },
          { name: 'state', label: '状态', options: Object.entries(states).map(([value, label]) => ({ value, label })) },
          { name: 'health', label: '连通', options: [{ value: 'away', label: '连不上' }] },
        ]}
        columns={[
          { key: 'name', title: '站点', render: (_, link) => <Site link={link} /> },
          { key: 'group', title: '分组', className: 'tight', dataIndex: 'groupName' },
          { key: 'state', title: '状态', render: (_, link) => <LinkState link={link} /> },
          { key: 'health', title: '连通', className: 'tight', render: (_, link) => <Health link={link} /> },
          { key: 'createdAt', title: '时间', render: (_, { createdAt }) => <When time={createdAt} /> },
        ]}
        csv={[
          { title: '编号', text: ({ id }) => id },
          { title: '站名', text: ({ name }) => name },
          { title: '网址', text: ({ url }) => url },
          { title: '简介', text: ({ info }) => info },
          { title: '分组', text: ({ groupName }) => groupName },
          { title: '邮箱', text: ({ email }) => email },
          { title: '状态', text: ({ state }) => states[state] },
          { title: '连通', text: ({ reachable }) => (reachable ? '正常' : '连不上') },
        ]}
        extra={
          <>
            <LinkButton to="/links/order">调整顺序</LinkButton>
            <Button type="primary" disabled={isDemo} onClick={() => setOpen({ kind: 'add' })}>
              添加友链
            </Button>
          </>
        }
      />
      {open?.kind === 'review' && <ReviewLink link={open.link} onClose={close} onDone={done} />}
      {(open?.kind === 'add' || open?.kind === 'edit') && (
        <LinkForm link={open.kind === 'edit' ? open.link : undefined} onClose={close} onDone={done} />
      )}
    </>
  );
}

function actsOf(link: LinkRow, open: (what: Open) => void): RowAct[] {
  return [
    ...(link.state === 'pending'
      ? [{ name: 'review', title: '审核', strong: true, key: 'Enter', open: () => open({ kind: 'review', link }) }]
      : []),
    { name: 'edit', title: '编辑', key: 'Enter', open: () => open({ kind: 'edit', link }) },
    { name: 'remove', title: '删除', confirm: removal, key: 'd' },
  ];
}

function Site({ link: { name, url, info, email, state, reason } }: { link: LinkRow }) {
  return (
    <div className="site">
      <b>{name}</b>
      <a className="site-address" href={url} title={url} target="_blank" rel="noreferrer noopener">
        {url}
      </a>
      <span className="written quiet">{[info, email].filter(Boolean).join(' · ')}</span>
      {state === 'refused' && <span className="written quiet">原因：{reason}</span>}
    </div>
  );
}

function LinkState({ link: { state } }: { link: LinkRow }) {
  return <State tone={tones[state]}>{states[state]}</State>;
}

function Health({ link: { state, reachable, failures, checkedAt } }: { link: LinkRow }) {
  if (state !== 'approved') return null;
  const when = checkedAt ? `${shortTime(checkedAt)} 检查过` : '还没检查过';
  return (
    <Tooltip title={when}>
      <span>
        <State tone={reachable ? 'ok' : 'bad'}>{reachable ? '正常' : '连不上'}</State>{' '}
        {failures > 0 && <span className="place quiet">接连 {failures} 次</span>}
      </span>
    </Tooltip>
  );
}

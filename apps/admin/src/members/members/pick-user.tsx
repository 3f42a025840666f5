import type { MemberRow } from '@mojian/contract/members/member-detail';
import { Select } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';

type Props = { id: string; but: number; onPick: (id: number) => void };

const pause = 250;

/** A member, found by name, mailbox or number. */
export function PickUser({ id, but, onPick }: Props) {
  const [text, setText] = useState('');
  const [found, setFound] = useState<MemberRow[]>([]);
  useEffect(() => {
    let isOld = false;
    const search = () =>
      api.members.list({ query: { text: text.trim(), pageSize: 20 } }).then(
        ({ records }) => !isOld && setFound(records),
        () => !isOld && setFound([]),
      );
    const timer = setTimeout(search, pause);
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [text]);
  return (
    <Select
      id={id}
      showSearch={{ filterOption: false, onSearch: setText }}
      placeholder="昵称、邮箱或编号"
      notFoundContent="没有这样的账号"
      options={found
        .filter((one) => one.id !== but && one.state !== 'gone')
        .map((one) => ({ value: one.id, label: `${one.nickname}（编号 ${one.id}${one.email && `，${one.email}`}）` }))}
      onChange={onPick}
    />
  );
}

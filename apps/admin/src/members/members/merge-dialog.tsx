import { fieldWords } from '@mojian/contract/core/act-fields';
import type { MemberDetail } from '@mojian/contract/members/members-admin';
import type { MergePreview } from '@mojian/contract/members/merges';
import { skipToken, useQuery } from '@tanstack/react-query';
import { Alert, App, Form, Modal, Select } from 'antd';
import { useState } from 'react';
import { api, errorText } from '../../platform/http-api.ts';
import { useSearchAsTyped } from '../../platform/query.ts';

type Props = { member: MemberDetail; close: (isDone: boolean, remaining: number) => void };

/** Merges another account of the same person into this one, or a guest into an account, after a preview. */
export function MergeAccountsDialog({ member, close }: Props) {
  const { message } = App.useApp();
  const isGuest = member.state === 'guest';
  const [other, setOther] = useState<number>();
  const [from, into] = isGuest ? [member.id, other] : [other, member.id];
  const { preview, refusal } = useMergePreview(from, into);
  const [failure, setFailure] = useState('');
  const [isBusy, setBusy] = useState(false);
  const merge = async () => {
    if (from === undefined || into === undefined) return;
    setBusy(true);
    try {
      await api.merges.merge({ body: { from, into } });
      message.success('已合并');
      close(true, into);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={isGuest ? `把访客 ${member.nickname} 合并到一位用户` : `把另一个账号合并到 ${member.nickname}`}
      okText="合并（不能撤销）"
      okButtonProps={{ danger: true, disabled: !preview, loading: isBusy }}
      onOk={merge}
      cancelButtonProps={{ disabled: isBusy }}
      onCancel={() => !isBusy && close(false, member.id)}
    >
      <p>
        {isGuest
          ? `${member.nickname} 是旧站上的作者，没有账号。合并之后，写过的都归到那位用户名下。`
          : `同一个人注册了两次时用。另一个账号公开写过的归到 ${member.nickname} 名下，另一个账号两周后注销。私聊、草稿、没有公开的或要凭条件读的文字、收藏、图片与登录方式不移过来；本人两周内登录另一个账号，可以自己取走。两边都会收到通知。`}
      </p>
      <Form layout="vertical">
        <Form.Item label={isGuest ? '归到哪位用户' : '要合并的账号'} htmlFor="merge-from">
          <PickUser
            id="merge-from"
            but={member.id}
            onPick={(id) => {
              setOther(id);
              setFailure('');
            }}
          />
        </Form.Item>
      </Form>
      {(failure || refusal) && <Alert type="error" title={failure || refusal} />}
      {preview && <MergeConsequences preview={preview} isGuest={isGuest} />}
    </Modal>
  );
}

function useMergePreview(from: number | undefined, into: number | undefined) {
  const { data, error } = useQuery({
    queryKey: ['merges', from, into],
    queryFn: from === undefined || into === undefined ? skipToken : () => api.merges.preview({ query: { from, into } }),
  });
  return { preview: data, refusal: error ? errorText(error) : '' };
}

type PickUserProps = { id: string; but: number; onPick: (id: number) => void };

function PickUser({ id, but, onPick }: PickUserProps) {
  const [text, setText] = useState('');
  const { found } = useSearchAsTyped(
    ['members', 'search'],
    text.trim(),
    async (words) => (await api.members.list({ query: { text: words, pageSize: 20 } })).records,
  );
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

const movedKinds = ['articles', 'says', 'comments', 'boardMessages', 'series', 'fans'] as const;

type ConsequencesProps = { preview: MergePreview; isGuest: boolean };

function MergeConsequences({ preview: { from, into, moves }, isGuest }: ConsequencesProps) {
  const moved = movedKinds.filter((kind) => moves[kind] > 0);
  return (
    <section aria-label="会移过去的" className="merge-dialog-moves">
      {moved.length > 0 && <h3>会移过去的</h3>}
      <dl className="user-facts ink-links">
        {moved.map((kind) => (
          <div key={kind}>
            <dt>{fieldWords[kind]}</dt>
            <dd>{moves[kind]}</dd>
          </div>
        ))}
      </dl>
      {moved.length === 0 && <p>{from.nickname} 没有什么可移的。</p>}
      <h3>也会变的</h3>
      <ul className="bullets">
        {moves.renamed > 0 && <li>两个账号各有 {moves.renamed} 个同名的专栏，移过去的名字后面加上编号。</li>}
        {!isGuest && moves.articles > 0 && <li>移过去的文章只带现在公开的一版，没发布的改动、历史与分享链接删除。</li>}
        {!isGuest && <li>{from.nickname} 在所有设备上退出，两周后注销；在那之前登录就会恢复。</li>}
        <li>
          /user/{from.id} {isGuest ? '从此' : '注销之后'}转到 /user/{into.id}。
        </li>
      </ul>
    </section>
  );
}

import type { MemberDetail } from '@mojian/contract/members/member-detail';
import type { MergePreview } from '@mojian/contract/members/merges';
import { Alert, Form, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';
import { MergeMoves } from './merge-moves.tsx';
import { PickUser } from './pick-user.tsx';

type Props = { member: MemberDetail; close: (isDone: boolean) => void };

/** Another account of the same person goes into this one, once it was seen what that means. */
export function MergeDialog({ member, close }: Props) {
  const [from, setFrom] = useState<number>();
  const [preview, refusal, setRefusal] = usePreview(from, member.id);
  const [isBusy, setBusy] = useState(false);
  const merge = async () => {
    if (from === undefined) return;
    setBusy(true);
    try {
      await api.merges.merge({ body: { from, into: member.id } });
      close(true);
    } catch (error) {
      setRefusal(wordsOf(error));
      setBusy(false);
    }
  };
  return (
    <Modal
      open
      title={`把另一个账号合并到 ${member.nickname}`}
      okText="合并（不能撤销）"
      okButtonProps={{ danger: true, disabled: !preview, loading: isBusy }}
      onOk={merge}
      onCancel={() => close(false)}
    >
      <p>同一个人注册了两次时用。另一个账号会消失，它的一切归到 {member.nickname} 名下；角色仍是这个账号的。</p>
      <Form layout="vertical">
        <Form.Item label="要合并的账号" htmlFor="merge-from">
          <PickUser id="merge-from" but={member.id} onPick={setFrom} />
        </Form.Item>
      </Form>
      {refusal && <Alert type="error" title={refusal} />}
      {preview && <MergeMoves preview={preview} />}
    </Modal>
  );
}

function usePreview(from: number | undefined, into: number) {
  const [preview, setPreview] = useState<MergePreview>();
  const [refusal, setRefusal] = useState('');
  useEffect(() => {
    let isOld = false;
    setPreview(undefined);
    setRefusal('');
    if (from !== undefined)
      api.merges.preview({ query: { from, into } }).then(
        (found) => !isOld && setPreview(found),
        (error) => !isOld && setRefusal(wordsOf(error)),
      );
    return () => {
      isOld = true;
    };
  }, [from, into]);
  return [preview, refusal, setRefusal] as const;
}

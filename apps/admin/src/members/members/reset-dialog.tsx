import type { MemberDetail } from '@mojian/contract/members/member-detail';
import { Alert, Button, Modal, Typography } from 'antd';
import { useState } from 'react';
import { Link } from 'react-router';
import { api } from '../../platform/http-api.ts';
import { wordsOf } from '../../platform/words-of.ts';

type State = { link?: string; isMailed?: boolean; refusal?: string; isBusy?: boolean };
type Props = { member: MemberDetail; close: (isDone: boolean) => void };

/** A link to set another password, by mail or to hand over. */
export function ResetDialog({ member: { id, nickname, email, may }, close }: Props) {
  const [{ link, isMailed, refusal, isBusy }, setState] = useState<State>({});
  const make = async (by: 'mail' | 'copy') => {
    setState({ isBusy: true });
    try {
      const { link } = await api.members.resetLink({ body: { id, by } });
      setState(by === 'mail' ? { isMailed: true } : { link });
    } catch (error) {
      setState({ refusal: wordsOf(error) });
    }
  };
  return (
    <Modal open title={`重设 ${nickname} 的密码`} footer={null} onCancel={() => close(false)}>
      <p>开一个链接，24 小时内有效，只能用一次；之前开的就此作废。现在的密码在对方用过链接之前不变。</p>
      {may.mail && <p className="none">信会寄到 {email}。</p>}
      {refusal && <Alert type="error" title={refusal} />}
      {isMailed && <Alert type="success" title={`寄往 ${email} 了`} />}
      {link && (
        <Typography.Paragraph className="user-link" copyable={{ text: link }} code>
          {link}
        </Typography.Paragraph>
      )}
      {!may.mail && (
        <p className="none">
          还没有设好发信服务器，信寄不出去，请把链接转交给对方。<Link to="/settings#set-mail">去设置</Link>
        </p>
      )}
      <div className="page-acts">
        <Button loading={isBusy ?? false} onClick={() => make('copy')}>
          {link ? '再开一个' : '给我链接，我来转交'}
        </Button>
        <Button type="primary" disabled={!may.mail} loading={isBusy ?? false} onClick={() => make('mail')}>
          寄给对方
        </Button>
      </div>
    </Modal>
  );
}

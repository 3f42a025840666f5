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
      <p>生成一个链接，24 小时内有效，只能用一次；之前生成的随即作废。现在的密码在对方用过链接之前不变。</p>
      {may.mail && <p className="none">邮件会寄到 {email}。</p>}
      {refusal && <Alert type="error" title={refusal} />}
      {isMailed && <Alert type="success" title={`已发送到 ${email}`} />}
      {link && (
        <Typography.Paragraph className="user-link" copyable={{ text: link }} code>
          {link}
        </Typography.Paragraph>
      )}
      {!may.mail && (
        <p className="none">
          还没有设置发信服务器，不能发邮件，请把链接转交给对方。<Link to="/settings#set-mail">去设置</Link>
        </p>
      )}
      <div className="page-acts">
        <Button loading={isBusy ?? false} onClick={() => make('copy')}>
          {link ? '重新生成' : '生成链接，自己转交'}
        </Button>
        <Button type="primary" disabled={!may.mail} loading={isBusy ?? false} onClick={() => make('mail')}>
          发邮件给对方
        </Button>
      </div>
    </Modal>
  );
}

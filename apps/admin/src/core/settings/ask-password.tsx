import { Failure, isFailure } from '@mojian/contract/platform/failures';
import { App, Input } from 'antd';
import { useState } from 'react';

/** The password as it was typed, or nothing when they thought better of it. `fault`: why it is asked again. */
export type AskPassword = (fault: string) => Promise<string | undefined>;

/** Sends something with the password, '' until one was needed. */
export type Confirmed = <Result>(send: (password: string) => Promise<Result>) => Promise<Result>;

/**
 * Sends what may need the password again, and asks for it only then: once for all that is sent, and anew for a wrong one.
 * What is sent throws not-allowed when no password was given.
 */
export function confirming(ask: AskPassword): Confirmed {
  let password = '';
  return async function confirmed(send) {
    try {
      return await send(password);
    } catch (error) {
      if (!isFailure(error) || error.field !== 'password') throw error;
      const typed = await ask(error.id === 'wrong-login' ? error.message : '');
      if (typed === undefined) throw new Failure('not-allowed', '没有确认密码，这一组还没有保存');
      password = typed;
      return confirmed(send);
    }
  };
}

/** A dialog that asks whoever is here for their own password. */
export function useAskPassword(): AskPassword {
  const { modal } = App.useApp();
  return (fault) =>
    new Promise((resolve) => {
      let typed = '';
      let isGiven = false;
      const asked = modal.confirm({
        title: '请再输入一次你的密码',
        icon: null,
        content: (
          <Asked
            fault={fault}
            onType={(text) => {
              typed = text;
            }}
            onEnter={() => {
              isGiven = true;
              asked.destroy();
            }}
          />
        ),
        okText: '确认',
        cancelText: '取消',
        onOk: () => {
          isGiven = true;
        },
        // once it is gone: asked anew, there are never two
        afterClose: () => resolve(isGiven ? typed : undefined),
      });
    });
}

type AskedProps = { fault: string; onType: (text: string) => void; onEnter: () => void };

function Asked({ fault, onType, onEnter }: AskedProps) {
  const [text, setText] = useState('');
  return (
    <div className="ask-password">
      <p>这项设置管着登录与备份，要确认是你本人；每位站长都会收到通知。</p>
      <Input.Password
        aria-label="现在的密码"
        autoComplete="current-password"
        autoFocus
        value={text}
        {...(fault && { status: 'error' as const })}
        onChange={(event) => {
          setText(event.target.value);
          onType(event.target.value);
        }}
        onPressEnter={onEnter}
      />
      {fault && (
        <p className="fault" role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

import { App, Button, Modal } from 'antd';
import { useEffect, useState } from 'react';
import { readToken } from '../session.ts';
import { loadOffice } from './load-office.ts';

/**
 * A session that ends in the middle of work: the page and what was typed stay, the login is made in another tab, and
 * this one goes on as soon as there is a session again.
 */
export function SignedOut() {
  const [isOut, setOut] = useState(false);
  const { message } = App.useApp();

  useEffect(() => {
    const onSignedOut = () => setOut(true);
    addEventListener('mojian:signed-out', onSignedOut);
    return () => removeEventListener('mojian:signed-out', onSignedOut);
  }, []);
  useEffect(() => {
    if (!isOut) return;
    const look = setInterval(() => {
      if (!readToken()) return;
      setOut(false);
      message.success('已重新登录，刚才填的都还在，请再保存一次');
      loadOffice();
    }, 500);
    return () => clearInterval(look);
  }, [isOut, message]);

  return (
    <Modal open={isOut} title="登录已经失效" footer={null} onCancel={() => setOut(false)}>
      <p>这一页填的都还在。请在新标签页里登录，再回到这里继续。</p>
      <Button href="/?login" target="_blank" type="primary">
        去登录
      </Button>
    </Modal>
  );
}

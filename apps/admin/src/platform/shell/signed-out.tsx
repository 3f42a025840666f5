import { useEffect, useState } from 'react';
import { readToken, signedOut } from '../http-api.ts';
import { Dialog } from './dialog.tsx';
import { loadOffice } from './office.tsx';

/** Keeps the page and its input when the session ends; continues once there is a session again from another tab. */
export function SignedOut() {
  const isOut = signedOut.use();
  const [isBack, setBack] = useState(false);

  useEffect(() => {
    if (!isOut) return;
    const look = setInterval(() => {
      if (!readToken()) return;
      signedOut.set(false);
      setBack(true);
      loadOffice();
    }, 500);
    return () => clearInterval(look);
  }, [isOut]);

  if (isOut)
    return (
      <Dialog key="out" name="登录已经失效" onClose={() => signedOut.set(false)}>
        <h2>登录已经失效</h2>
        <p>这一页填的都还在。请在新标签页里登录，再回到这里继续。</p>
        <a className="button button-primary" href="/?login" target="_blank" rel="noreferrer">
          去登录
        </a>
      </Dialog>
    );
  if (!isBack) return null;
  return (
    <Dialog key="back" name="已重新登录" onClose={() => setBack(false)}>
      <h2>已重新登录</h2>
      <p>刚才填的都还在，请再保存一次。</p>
      <button className="button button-primary" type="button" onClick={() => setBack(false)}>
        继续
      </button>
    </Dialog>
  );
}

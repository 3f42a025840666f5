import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { keepUser, readUser, useUser } from '../../session/session.ts';

/** Tells a member without an e-mail once that one may be added. */
export function ProposeEmail() {
  const user = useUser();
  const [shown, setShown] = useState(false);
  // on the page a login ends on, not the one it leaves
  useEffect(() => {
    const member = readUser();
    if (!member?.proposeEmail) return;
    setShown(true);
    keepUser({ ...member, proposeEmail: false });
  }, []);
  const close = () => setShown(false);
  return (
    <div role="status">
      {user && shown && (
        <section className="propose float" aria-label="添加邮箱">
          <b>要不要留个邮箱？</b>
          <p>换了设备，或哪天别家登不上，凭它也能回来。不留也没有关系。</p>
          <Link className="btn sm" to="/user" onClick={close}>
            去个人中心添加
          </Link>
          <button className="btn quiet sm" type="button" onClick={close}>
            以后再说
          </button>
        </section>
      )}
    </div>
  );
}

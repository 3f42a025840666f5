import { useState } from 'react';
import { Dialog } from '../../ui/dialog.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Seal } from '../../ui/seal.tsx';
import { type ViewIndex, views, ways } from './views.ts';
import './login.css';

/** The way in, always opened at its first view. The forms come with the members' release; till then it says so. */
export function LoginDialog({ close }: { close: () => void }) {
  const [index, setIndex] = useState<ViewIndex>(1);
  const { title, line } = views[index];
  return (
    <Dialog className="dialog login" label={title} onClose={close}>
      <div className="in" key={index}>
        <button className="ib x" type="button" aria-label="关闭" onClick={close}>
          <Icon name="x" />
        </button>
        <div className="hello">
          <Seal />
          <div>
            <h2>{title}</h2>
            <p>{line}</p>
          </div>
        </div>
        <div className="soon">
          <span className="slip" aria-hidden="true">
            尚未启封
          </span>
          <div>
            <p>登录会随成员的一版一起开放。</p>
            <p>眼下不必登录，文章、说说与留言都可以先读着。</p>
          </div>
        </div>
        <nav className="links" aria-label="别的办法">
          {ways[index].map(([to, words]) => (
            <button key={to} type="button" onClick={() => setIndex(to)}>
              {words}
            </button>
          ))}
        </nav>
      </div>
    </Dialog>
  );
}

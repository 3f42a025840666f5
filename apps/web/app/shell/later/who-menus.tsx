import { createPortal } from 'react-dom';
import { Icon } from '../../ui/icon.tsx';
import { askLogin } from '../ask-login.ts';
import './who-menus.css';

const kinds = [
  { words: '系统通知', icon: 'bell', about: '站里的消息' },
  { words: '评论', icon: 'talk', about: '谁在文章下接了话' },
  { words: '私聊', icon: 'chat', about: '只说给你一个人的' },
];

/** Below the bell and the face of the header; they open as its other menus do. */
export function WhoMenus() {
  const [bell, face] = document.querySelectorAll('.who > div');
  return (
    <>
      {bell && createPortal(<NoticeMenu />, bell)}
      {face && createPortal(<ReaderMenu />, face)}
    </>
  );
}

/** The numbers and the red dots come with logging in. */
function NoticeMenu() {
  return (
    <div className="menu float bells">
      <ul>
        {kinds.map(({ words, icon, about }) => (
          <li key={words}>
            <button type="button" onClick={askLogin}>
              <span className="ic">
                <Icon name={icon} />
              </span>
              <b>{words}</b>
              <p>{about}</p>
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

/** To whoever has not logged in. */
function ReaderMenu() {
  return (
    <div className="menu float invitation">
      <b>见字如面</b>
      <p>登录之后，可以参与评论，也可以发表自己的文章。</p>
      <button className="btn seal-b sm" type="button" onClick={askLogin}>
        登录
      </button>
    </div>
  );
}

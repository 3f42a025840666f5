import { Dropdown } from 'antd';
import { roleNames } from '../../members/members/user-state.tsx';
import { api } from '../http-api.ts';
import { endSession } from '../session.ts';
import { useOffice } from './use-office.ts';

/** Whoever works here: their face, and the ways out. */
export function Person() {
  const { nickname, avatar, role } = useOffice();
  const items = [
    { key: 'who', label: `${nickname}（${roleNames[role]}）`, disabled: true },
    { type: 'divider' as const },
    { key: 'centre', label: <a href="/user">个人中心</a> },
    { key: 'write', label: <a href="/newposts">写文章</a> },
    { key: 'out', label: '退出登录', onClick: logOut },
  ];
  return (
    <Dropdown trigger={['click']} menu={{ items }} placement="bottomRight">
      <button className="myself" type="button" aria-label={`${nickname}的菜单`}>
        {avatar ? <img src={avatar} alt="" /> : Array.from(nickname)[0]}
      </button>
    </Dropdown>
  );
}

/** Ends the session on the server and here. The site says so: it shows what lies ready for it under this key. */
async function logOut() {
  const told = await api.session.logout().then(
    () => true,
    () => false, // no answer: this browser forgets the token all the same
  );
  endSession();
  const words = told
    ? { type: 'success', text: '注销成功' }
    : { type: 'warning', text: '已在这个浏览器里退出登录，但没有连上网站' };
  sessionStorage.setItem('toast', JSON.stringify(words));
  location.assign('/');
}

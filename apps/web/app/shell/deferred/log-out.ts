import { httpApi } from '../../api/http-api.ts';
import { sayAfterReload } from '../../session/after-reload.ts';
import { endSession } from '../../session/session.ts';

/** Ends the session here and on the server, leaves a members' screen first, and reloads as a visitor. */
export async function logOut() {
  const isDone = await httpApi.sessions.logout().then(
    () => true,
    () => false, // no answer: this browser forgets the token all the same
  );
  endSession();
  if (isDone) sayAfterReload('success', '注销成功');
  else sayAfterReload('warning', '已在这个浏览器里退出登录，但没有连上网站');
  // members' screens would open the login dialog again at once
  if (/^\/(?:user|notice|im)\/?$/.test(location.pathname)) location.assign('/');
  else location.reload();
}

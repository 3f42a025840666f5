import { Icon } from '@mojian/ui/icon';
import { loadPart } from '../ui/load-part.ts';

/** The bell and the face as every page is sent: nobody's. Who reads it, and the menus, come a moment later. */
export function Who() {
  return (
    <div className="who">
      <div>
        <button className="ib" type="button" aria-label="通知" onClick={askToLogInLater}>
          <Icon name="bell" />
        </button>
      </div>
      <div>
        <button className="ib" type="button" aria-label="我的">
          <Icon name="user" />
        </button>
      </div>
    </div>
  );
}

/** What asks is fetched when it is wanted: the first page does not carry it. */
export function askToLogInLater() {
  loadPart(
    () => import('../features/members/asks-login/ask-to-log-in.ts'),
    ({ askToLogIn }) => askToLogIn(),
  );
}

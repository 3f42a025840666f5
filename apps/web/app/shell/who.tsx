import { Icon } from '@mojian/ui/icon';
import { loadPart } from '../ui/load-part.ts';

/** The bell and the face as every page is sent: nobody's. Who reads it, and the menus, come a moment later. */
export function Who() {
  return (
    <div className="who">
      <div>
        <button className="ib" type="button" aria-label="通知" onClick={ask}>
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

function ask() {
  loadPart(
    () => import('../features/asks-login/ask-to-log-in.ts'),
    ({ askToLogIn }) => askToLogIn(),
  );
}

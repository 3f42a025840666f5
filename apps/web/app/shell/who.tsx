import { Icon } from '@mojian/ui/icon';
import { askLogin } from './ask-login.ts';

/** The bell and the face as every page is sent: nobody's. Who reads it, and the menus, come a moment later. */
export function Who() {
  return (
    <div className="who">
      <div>
        <button className="ib" type="button" aria-label="通知" onClick={askLogin}>
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

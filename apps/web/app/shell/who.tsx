import { Icon } from '../ui/icon.tsx';
import { askLogin } from './ask-login.ts';

/** The bell and the face of whoever reads. Their menus come a moment later. */
export function Who() {
  return (
    <div className="who">
      <div>
        <button className="ib" type="button" aria-label="通知" aria-haspopup="true" onClick={askLogin}>
          <Icon name="bell" />
        </button>
      </div>
      <div>
        <button className="ib" type="button" aria-label="我的" aria-haspopup="true">
          <Icon name="user" />
        </button>
      </div>
    </div>
  );
}

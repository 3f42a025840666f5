import { Icon } from '@mojian/ui/icon';
import { closeAround, Popup } from '../text/toolbar/popup.tsx';
import type { Tool } from './tools.ts';

/** On phones: what the bar has no room for. */
export function MoreMenu({ tools }: { tools: Tool[] }) {
  return (
    <>
      <button type="button" className="ib" aria-label="更多操作" aria-haspopup="menu" popoverTarget="desk-more">
        <Icon name="dots" />
      </button>
      <Popup id="desk-more" label="更多操作">
        {tools.map(({ words, icon, run, isOff }) => (
          <button
            key={words}
            type="button"
            role="menuitem"
            tabIndex={-1}
            disabled={isOff}
            onClick={({ currentTarget }) => {
              closeAround(currentTarget);
              run();
            }}
          >
            <Icon name={icon} />
            <span>{words}</span>
          </button>
        ))}
      </Popup>
    </>
  );
}

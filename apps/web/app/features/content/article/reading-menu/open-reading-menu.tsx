import { openDialog } from '../open-dialog.tsx';
import { ReadingMenu } from './reading-menu.tsx';
import './reading-menu.css';

/** The text stays in sight above it: what is chosen shows at once. */
export function openReadingMenu(readQuietly: () => void) {
  openDialog('阅读设置', 'card-dialog reading-menu', (close) => (
    <ReadingMenu
      readQuietly={() => {
        close();
        readQuietly();
      }}
    />
  ));
}

import { openDialog } from '../open-dialog.tsx';
import type { PicturePlace } from '../pictures.ts';
import { Viewer } from './viewer.tsx';
import './viewer.css';

export function openViewer({ pictures, index }: PicturePlace) {
  openDialog('看图', 'viewer', (close) => <Viewer pictures={pictures} first={index} close={close} />);
}

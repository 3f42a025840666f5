import { openDialog } from '../open-dialog.tsx';
import { Viewer } from './viewer.tsx';
import './viewer.css';

export function openViewer(pictures: HTMLImageElement[], index: number) {
  openDialog('看图', 'viewer', (close) => <Viewer pictures={pictures} first={index} close={close} />);
}
